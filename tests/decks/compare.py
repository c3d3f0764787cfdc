#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""avimd compare: results do not depend on jobs, explosions are results, an interrupted comparison
goes on where it stopped, mistakes are told before anything runs, and the report is one page."""
import csv
import html.parser
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap

DECK = """units lj
lattice fcc 0.8442
region box block 0 2 0 2 0 2
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.0 87287 loop geom
pair_style lj/smooth/linear 1.6
pair_coeff 1 1 1.0 1.0 1.6
fix 1 all nve
variable half equal 0.5
timestep 0.005
run 0
dump d all atom 10 written.dump
run 400
"""

# Four atoms in the plane, all of which see each other always.
CLUSTER = """units lj
dimension 2
boundary f f p
atom_modify sort 0 0.0
region plane block -9 9 -9 9 -0.5 0.5
create_box 1 plane
create_atoms 1 single 0.0 0.0 0.0
create_atoms 1 single 1.1 0.0 0.0
create_atoms 1 single 0.5 1.0 0.0
create_atoms 1 single 1.6 1.0 0.0
mass 1 1.0
velocity all create 0.2 4928 mom yes rot yes
pair_style lj/cut 30.0
pair_coeff 1 1 1.0 1.0
fix 1 all nve
variable half equal 0.5
timestep 0.005
run 2000
"""

CHAIN = ['--integrators', 'verlet,rk4,em=avi step uniform {step}', '--steps', '0.002:0.008:3',
         '--starts', '2', '--no-plots']


def compare(folder, *words, **named):
    return tap.avimd(folder, 'compare', 'in.deck', *words, **named)


def rows(folder, out):
    with open(folder.file(os.path.join(out, 'results.csv')), encoding='utf-8', newline='') as text:
        return list(csv.DictReader(text))


def without_wall(folder, out):
    return [{k: v for k, v in row.items() if k != 'wall_seconds'} for row in rows(folder, out)]


def errors(folder):
    """What is wrong is told before anything runs, and nothing is left behind."""
    cases = [
        ('no deck', [], ['no deck given']),
        ('an unknown option', ['in.deck', '--integrater', 'verlet'],
         ["'integrater'", "did you mean 'integrator'?"]),
        ('an unknown integrator', ['in.deck', '--integrators', 'verlet,rk5'],
         ["no integrator 'rk5'", "did you mean 'rk4'?"]),
        ('an unknown measure', ['in.deck', '--measure', 'energy,temprature'],
         ["unknown measure 'temprature'", "did you mean 'temperature'?"]),
        ('a variable that is not there', ['in.deck', '--measure', 'v_hal'], ['v_hal']),
        ('h1 without a reference', ['in.deck', '--measure', 'h1'], ['--reference STYLE:STEP']),
        ('a reference without a step', ['in.deck', '--reference', 'rk4'], ['STYLE:STEP']),
        ('steps below 0', ['in.deck', '--steps', '0.001,-1'], ["'-1' is no step"]),
        ('a range of nothing', ['in.deck', '--steps', '1:0:3'], ["'1:0:3' is no range"]),
        ('steps for nobody', ['in.deck', '--integrators', 'verlet', '--steps', 'verlt=1,2'],
         ["'verlt'", "did you mean 'verlet'?"]),
        ('wrong words of an integrator', ['in.deck', '--integrators', 'avi stap uniform {step}'],
         ["integrator 'avi stap uniform {step}'", 'does not begin', 'stap']),
        ('wrong braces', ['in.deck', '--integrators', 'avi step uniform {stop}'], ['{2.5*step}']),
        ('no such run', ['in.deck', '--run', '2'], ['--run asks for number 2', 'run N']),
        ('two decks', ['in.deck', 'in.other'], ['two decks']),
        ('no jobs', ['in.deck', '--jobs', '0'], ['jobs']),
        ('a plan that is not there', ['in.deck', '--plan', 'nowhere'], ["'nowhere'"]),
        ('a word of a plan', ['in.deck', '--plan', 'bad.plan'], ['bad.plan:2:1', "'intgrator'"]),
    ]
    folder.write('bad.plan', 'starts 2\nintgrator verlet\n')
    for name, words, wanted in cases:
        got = tap.avimd(folder, 'compare', *words, '--out', 'wrong', '--no-plots')
        missing = [part for part in wanted if part not in got.err]
        tap.ok('refused: ' + name, got.status == 1 and not missing and got.out == '' and
               not os.path.exists(folder.file('wrong/results.csv')), '%s\nmissing: %s' %
               (got, missing))
    folder.write('in.still', DECK.replace('run 400', ''))
    got = tap.avimd(folder, 'compare', 'in.still')
    tap.ok('refused: a deck without a run', got.status == 1 and "add 'run N'" in got.err, got)
    folder.write('in.bath', DECK.replace('fix 1 all nve', 'fix 1 all nvt temp 1 1 0.5'))
    got = tap.avimd(folder, 'compare', 'in.bath', '--integrators', 'verlet,energy-stepping',
                    '--out', 'wrong')
    tap.ok('refused: an integrator that does not take a fix', got.status == 1 and
           "'energy-stepping'" in got.err and 'nvt' in got.err and
           not os.path.exists(folder.file('wrong/results.csv')), got)


def jobs(folder):
    if os.path.exists(folder.file('written.dump')):
        os.remove(folder.file('written.dump'))  # of a run that was set-up
    got = compare(folder, *CHAIN, '--jobs', '1', '--out', 'one')
    tap.ok('a comparison is silent when not on a terminal',
           got.status == 0 and got.out == '' and got.err == '', got)
    table = rows(folder, 'one')
    tap.ok('one row for each run', len(table) == 18 and
           [row['integrator'] for row in table[::6]] == ['verlet', 'rk4', 'em'], table)
    tap.ok('all ran to their end', all(row['status'] == 'ok' and
           abs(float(row['end_time']) - 2.0) < 0.01 for row in table), table)
    rms = [float(row['energy_rms']) for row in table[0:6:2]]
    tap.ok('the error of Verlet grows with the square of the step',
           3.0 < rms[1] / rms[0] < 5.0 and 3.0 < rms[2] / rms[1] < 5.5, rms)
    tap.ok('steps of a range are in equal ratios',
           [row['step'] for row in table[0:6:2]] == ['0.002', '0.004', '0.008'], table[0:6:2])
    start = [float(row['energy_start']) for row in table[:2]]
    tap.ok('a perturbed start is another one with the same energy',
           abs(start[0] / start[1] - 1) < 1e-12 and table[0]['energy_rms'] != table[1]['energy_rms']
           and table[0]['seed'] == '0' != table[1]['seed'], start)
    tap.ok('AVI with one step for all errs as Verlet does',
           all(abs(float(a['energy_rms']) / float(b['energy_rms']) - 1) < 1e-3
               for a, b in zip(table[:6:2], table[12::2])), table)
    tap.ok('RK4 evaluates four times as often',
           abs(float(table[6]['force_evaluations']) / float(table[0]['force_evaluations']) - 4)
           < 0.02, table[6])
    summary = folder.read('one/summary.txt')
    tap.ok('the summary names the cheapest', 'energy error, cheapest: ' in summary, summary)
    compare(folder, *CHAIN, '--jobs', '2', '--out', 'two')
    tap.ok('results do not depend on the number of jobs',
           without_wall(folder, 'one') == without_wall(folder, 'two'))
    compare(folder, *CHAIN, '--jobs', '3', '--threads', '2', '--out', 'three')
    tap.ok('nor on threads', without_wall(folder, 'one') == without_wall(folder, 'three'))
    got = compare(folder, *CHAIN, '--out', 'one', '--verbose')
    tap.ok('a finished comparison repeats no run, and tells its summary when asked',
           'start 0: ok' not in got.out and 'Cheapest' in got.out, got)
    got = compare(folder, *CHAIN[:-3], '--no-plots', '--out', 'one')
    tap.ok('another comparison does not mix with it', got.status == 1 and '--again' in got.err, got)
    got = compare(folder, *CHAIN[:-3], '--no-plots', '--out', 'one', '--again')
    tap.ok('unless it is told to', got.status == 0 and len(rows(folder, 'one')) == 9, got)
    tap.ok('dumps of the deck are not written', not os.path.exists(folder.file('written.dump')))


def starts(folder):
    """Other starts have the deck's energies and momenta, and differ from it and from each other."""
    folder.write('in.turning', CLUSTER.replace('mom yes rot yes', 'mom no rot no').replace(
        'run 2000', 'variable l equal angmom(all,z)\nvariable p equal vcm(all,x)\nrun 2000'))
    words = ['compare', 'in.turning', '--integrators', 'verlet', '--steps', '0.002', '--time', '0.2',
             '--samples', '20', '--no-plots', '--starts', '3', '--measure', 'energy,v_l,v_p']
    for name, more in (('new', []), ('near', ['--perturb', '0.01']), ('settled', ['--settle', '1'])):
        got = tap.avimd(folder, *words, *more, '--out', name)
        table = rows(folder, name) if got.status == 0 else []
        values = {key: [float(row[key]) for row in table] for key in
                  ('energy_start', 'v_l', 'v_p', 'energy_rms', 'energy_sd')} if table else {}
        same = [key for key in ('energy_start', 'v_p') + (('v_l',) if name != 'near' else ()) if values and
                max(abs(value - values[key][0]) for value in values[key]) < 2e-4 * abs(values[key][0])]
        tap.ok('starts, %s: energy and momenta are the deck\'s' % name,
               len(same) == (2 if name == 'near' else 3), '%s\n%s' % (values, got))
        first = [folder.read('%s/runs/%04d.dat' % (name, k)).splitlines()[1].split() for k in range(3)]
        tap.ok('starts, %s: kinetic energy' % name, (abs(float(first[1][3]) / float(first[0][3]) - 1) < 1e-8) ==
               (name != 'settled'), first)
        apart = [abs(values['energy_rms'][k] / values['energy_rms'][0] - 1) for k in (1, 2)] if values else [0]
        tap.ok('starts, %s: they are %s' % (name, 'near' if name == 'near' else 'different'),
               min(apart) > 1e-9 and (max(apart) < 0.1) == (name == 'near'), values)
        text = folder.read(name + '/summary.txt')
        tap.ok('starts, %s: the summary says what they are' % name,
               {'new': 'drawn again', 'near': 'changed by 0.01', 'settled': 'went on for 1'}[name] in text, text)
        tap.ok('starts, %s: rms about the mean is less than that from the start' % name,
               values and all(a <= b for a, b in zip(values['energy_sd'], values['energy_rms'])), values)
    got = tap.avimd(folder, *words, '--perturb', 'newer', '--out', 'wrong')
    tap.ok('refused: a size of perturbations that is no number', got.status == 1 and
           'new, or a part' in got.err, got)


def explosions(folder):
    got = compare(folder, '--integrators', 'verlet', '--steps', '0.005,0.05,0.5', '--out', 'boom',
                  '--no-plots')
    table = rows(folder, 'boom')
    tap.ok('a run that explodes is a result', got.status == 0 and
           [row['status'] for row in table] == ['ok', 'exploded', 'exploded'] or
           [row['status'] for row in table] == ['ok', 'ok', 'exploded'], table)
    tap.ok('with its time and reason', 0 <= float(table[2]['end_time']) < 2.0 and
           table[2]['message'] != '', table[2])
    tap.ok('and stands in the summary', 'exploded' in folder.read('boom/summary.txt'))


def measures(folder):
    got = compare(folder, '--integrators', 'verlet', '--steps', '0.004,0.002', '--reference', 'blanes-moan4:0.001', '--window', '0.4',
                  '--measure', 'energy,momentum,temperature,heat,h1,rdf,v_half,pe', '--out', 'all',
                  '--no-plots')
    table = rows(folder, 'all')
    ok = got.status == 0 and [row['integrator'] for row in table][:2] == ['reference', 'verlet']
    tap.ok('measures against a reference', ok, got)
    h1 = [float(row['h1']) for row in table[1:3]]
    tap.ok('the distance from the reference falls with the square of the step',
           3.5 < h1[0] / h1[1] < 4.5, h1)
    tap.ok('distances of atoms are compared', all(0 <= float(row['rdf']) < 0.2
                                                  for row in table[1:3]), table)
    tap.ok('values of the deck are averaged', all(float(row['v_half']) == 0.5 and
                                                  float(row['v_half_se']) == 0.0 and
                                                  float(row['pe']) < 0 for row in table), table)
    heat, atoms = float(table[1]['heat']), 32
    tap.ok('heat and temperature agree', abs(heat / (1.5 * (atoms - 1) *
                                             float(table[1]['temperature'])) - 1) < 1e-9, table[1])
    folder.write('in.cluster', CLUSTER)
    folder.write('plan', '# a comment\nunit half v_half # of tau\ntime 10\n'
                 'integrator es steps 0.05,0.1 : energy-stepping h {raw}\n'
                 'integrator shells steps 0.01 timestep 0.01 : avi element pair step shells {step} '
                 '1.2 1.5 {2*step}\n')
    got = tap.avimd(folder, 'compare', 'in.cluster', '--plan', 'plan', '--out', 'es')
    es = rows(folder, 'es')[0] if got.status == 0 else {}
    tap.ok('energy-stepping is compared by its terraces', got.status == 0 and es['step'] == '0.05'
           and es['run_style'] == 'energy-stepping h 0.05' and es['timestep'] == '0.005', got)
    avi = rows(folder, 'es')[2]
    tap.ok('a plan has units and multiples of the step', avi['run_style'] ==
           'avi element pair step shells 0.005 1.2 1.5 0.01' and avi['timestep'] == '0.005' and
           avi['timesteps'] == '1000' and abs(float(avi['end_time']) - 5) < 1e-9, avi)
    tap.ok('paths of a small cluster in the plane are kept',
           folder.read('es/runs/0000.xy').count('\n\n\n') == 4, os.listdir(folder.file('es/runs')))

    tap.ok('energy-stepping keeps its own energy', float(es['kept_max']) < 1e-10 and
           float(es['energy_rms']) > 0.005 and es['trapped'] != '', es)


def kill(folder):
    """kill -9 in the middle, again and again, then to the end."""
    words = ['compare', 'in.deck', '--integrators', 'verlet,rk4,forest-ruth', '--steps',
             '0.001:0.004:8', '--time', '4', '--no-plots', '--jobs', '2']
    tap.avimd(folder, *words, '--out', 'whole')
    seen, torn, alive = [], False, 0
    for _ in range(40):
        process = subprocess.Popen([tap.AVIMD] + words + ['--out', 'killed'], cwd=folder.path)
        time.sleep(0.25)
        ended = process.poll() is not None
        process.send_signal(signal.SIGKILL)
        process.wait()
        journal = folder.file('killed/journal')
        lines = open(journal, encoding='utf-8').read().split('\n') if os.path.exists(journal) else []
        seen.append(len(lines))
        alive += not ended
        if os.path.exists(folder.file('killed/results.csv')):
            torn = torn or any(row['message'] is None for row in rows(folder, 'killed'))
        if ended:
            break
    with open(folder.file('killed/journal'), 'a', encoding='utf-8') as out:
        out.write('3 ok 1 2 3')  # a line that was being written
    got = tap.avimd(folder, *words, '--out', 'killed')
    lines = folder.read('killed/journal').splitlines()
    names = [line.split()[0] for line in lines[1:]]
    tap.ok('killed and resumed: it was killed in the middle', alive > 0, seen)
    tap.ok('killed and resumed: it gets to the end', got.status == 0, got)
    tap.ok('killed and resumed: no finished run was repeated',
           len(names) == len(set(names)) == 24, names)
    tap.ok('killed and resumed: the same results',
           without_wall(folder, 'whole') == without_wall(folder, 'killed'))
    tap.ok('killed and resumed: results.csv was never half-written', not torn)


class Page(html.parser.HTMLParser):
    VOID = {'meta', 'link', 'img', 'br'}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.links, self.images, self.tables = [], [], [], 0, 0

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        self.tables += tag == 'table'
        for name, value in attrs:
            if name in ('src', 'href'):
                self.links.append(value[:40])
                self.images += tag == 'img'

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


BROWSER_TEST = """<script>
window.onerror = function (message) { document.title = 'ERROR ' + message; };
window.addEventListener('load', function () {
  var table = document.getElementById('means'), head = table.tHead.rows[0].cells[1];
  function order() { return Array.prototype.map.call(table.tBodies[0].rows, function (row) {
    return parseFloat(row.cells[1].dataset.v); }); }
  function sorted(list, sign) { return list.every(function (v, i) {
    return i === 0 || sign * (v - list[i - 1]) >= 0; }); }
  head.click(); var up = sorted(order(), 1);
  head.click(); var down = sorted(order(), -1);
  var images = Array.prototype.slice.call(document.images);
  var drawn = images.length > 0 && images.every(function (image) {
    return image.complete && image.naturalWidth > 100 && image.clientWidth > 100; });
  drawn = drawn && images.every(function (image) { var box = image.getBoundingClientRect();
    return box.left >= 0 && box.right <= document.documentElement.clientWidth &&
           image.parentNode.scrollWidth <= image.parentNode.clientWidth; });
  var fits = document.documentElement.scrollWidth <= window.innerWidth;
  document.body.setAttribute('data-verdict', 'up ' + up + ' down ' + down + ' drawn ' + drawn +
                             ' fits ' + fits);
});
</script>"""


def browser(folder, page):
    program = shutil.which('chromium') or shutil.which('chromium-browser') or \
        shutil.which('google-chrome')
    name = 'a browser sorts the tables, shows the plots, and fits a phone'
    if program is None:
        tap.skip(name, 'chromium is not installed')
        return
    for width in (500, 1200):
        browse(folder, page, program, '%s (%d pixels)' % (name, width), width)


def browse(folder, page, program, name, width):
    # The check runs inside the page; errors of its own script would change the title.
    folder.write('checked.html', page.replace('<body>', '<body>' + BROWSER_TEST, 1))
    got = tap.run([program, '--headless', '--no-sandbox', '--disable-gpu', '--window-size=%d,800' % width,
                   '--disable-dev-shm-usage', '--user-data-dir=' + folder.file('browser'),
                   '--enable-logging=stderr', '--virtual-time-budget=3000', '--dump-dom',
                   'file://' + folder.file('checked.html')], folder, timeout=120)
    verdict = re.search('data-verdict="([^"]*)"', got.out)
    if got.status != 0 or '<html' not in got.out:
        tap.skip(name, 'chromium does not start here')
        return
    tap.ok(name, verdict is not None and 'false' not in verdict.group(1) and
           '<title>ERROR' not in got.out and 'CONSOLE' not in got.err,
           '%s\n%s' % (verdict and verdict.group(1), got.err[-2000:]))


def report(folder):
    title = 'A <title> & "more"'
    got = compare(folder, '--integrators', 'verlet,rk4', '--steps', '0.002,0.004,0.008', '--title',
                  title, '--out', 'page')
    page = folder.read('page/report.html')
    reader = Page()
    reader.feed(page)
    tap.ok('report.html is well formed', got.status == 0 and not reader.wrong and not reader.open
           and reader.tables == 2, '%s %s' % (reader.wrong, reader.open))
    tap.ok('report.html needs nothing else', all(link.startswith('data:') for link in reader.links)
           and 'http' not in re.sub('base64,[^"]*', '', page).replace('http://www.w3.org', ''),
           reader.links)
    tap.ok('report.html has the deck, the command, the version and the title',
           'pair_style lj/smooth/linear 1.6' in page and 'avimd compare in.deck' in page and
           'AviMD' in page and 'A &lt;title&gt; &amp; &quot;more&quot;' in page)
    if shutil.which('gnuplot') is None:
        tap.ok('without gnuplot it says so', 'gnuplot is not installed' in page)
        return
    files = os.listdir(folder.file('page/plots'))
    tap.ok('plots as scripts, SVG and PNG', reader.images == 4 and
           all(name + ending in files for name in ('energy', 'error', 'temperature', 'steps')
               for ending in ('.gp', '.svg', '.png')), files)
    tap.ok('gnuplot has nothing to complain about', folder.read('page/plots/gnuplot.log') == '',
           folder.read('page/plots/gnuplot.log'))
    nowhere = os.path.dirname(folder.write('nothing', ''))
    got = compare(folder, '--integrators', 'verlet', '--steps', '0.004', '--out', 'bare',
                  '--verbose', env={'PATH': nowhere})
    tap.ok('without gnuplot it says so', got.status == 0 and 'gnuplot is not installed' in got.out
           and 'gnuplot is not installed' in folder.read('bare/report.html'), got)
    browser(folder, page)


with tap.Folder() as place:
    place.write('in.deck', DECK)
    errors(place)
    jobs(place)
    explosions(place)
    starts(place)
    measures(place)
    kill(place)
    report(place)
tap.done()
