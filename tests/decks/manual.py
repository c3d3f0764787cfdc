# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual: every command and style has a page with all of its parts and an example that runs, links
lead somewhere, man takes the pages without a word, and the shell and the editor know the same names.
"""
import html.parser
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

DOC = os.path.join(tap.SRCDIR, 'doc')
EXAMPLES = os.path.join(DOC, 'examples')
KINDS = ('command', 'pair', 'bond', 'angle', 'fix', 'compute', 'run_style', 'min_style', 'dump', 'region', 'units')
NAMES_ONLY = ('thermo',)  # these stand on the page of a command


def names(folder, kind):
    """What avimd --list shows of a kind: names with summaries, or names side by side."""
    listed = tap.avimd(folder, '--list', kind).out.splitlines()[1:]
    if kind in NAMES_ONLY:
        return [word for line in listed for word in line.split()]
    return [line.split()[0] for line in listed]


class Page(html.parser.HTMLParser):
    """Text by headings, links, anchors, and tags that are not closed."""

    VOID = ('meta', 'link', 'input', 'br')

    def __init__(self, text):
        super().__init__()
        self.parts, self.links, self.anchors, self.open, self.wrong = {}, [], set(), [], []
        self.part, self.heading = '', None
        self.feed(text)
        self.wrong += ['<%s> is not closed' % tag for tag in self.open]

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == 'a':
            self.links.append(attrs['href'])
        if 'id' in attrs:
            self.anchors.add(attrs['id'])
        if tag == 'link':
            self.links.append(attrs['href'])
        if tag in ('h1', 'h2'):
            self.heading = ''
        if attrs.get('class') == 'summary':
            self.part = 'summary'

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append('</%s> closes another tag' % tag)
        if tag in ('h1', 'h2'):
            self.part, self.heading = self.heading, None

    def handle_data(self, data):
        if self.heading is not None:
            self.heading += data
        else:
            self.parts[self.part] = self.parts.get(self.part, '') + data


def page_name(kind, name):
    return (name if kind == 'command' else kind + '-' + name).replace('/', '-')


def example_path(kind, name):
    return os.path.join(EXAMPLES, kind, name.replace('/', '_') + '.in')


def check_parts(page, name):
    """What is missing on the page of a command or style."""
    missing = [part for part in ('summary', 'Usage') if not page.parts.get(part, '').strip()]
    text = page.parts.get('Description', '').strip()
    if len(text.split()) < 4 or '.' not in text:
        missing.append('a sentence of description')
    if page.parts.get('Usage') and not re.search(r'(^|[\s|])' + re.escape(name) + r'($|[\s|\[])',
                                                 page.parts['Usage']):
        missing.append('its name in the usage')
    return missing


def check_pages(out, entries):
    for kind in KINDS:
        wrong, without = [], []
        for name in entries[kind]:
            path = os.path.join(out, 'html', page_name(kind, name) + '.html')
            man = os.path.join(out, 'man7', 'avimd-%s.7' % page_name(kind, name))
            if not os.path.exists(path) or not os.path.exists(man):
                wrong.append('%s %s has no page' % (kind, name))
                continue
            with open(path, encoding='ascii') as text:
                page = Page(text.read())
            wrong += ['%s %s lacks %s' % (kind, name, part) for part in check_parts(page, name)]
            if not page.parts.get('Example', '').strip():
                without.append('%s has no example %s' % (
                    name, os.path.relpath(example_path(kind, name), tap.SRCDIR)))
        tap.ok('every %s has a page with summary, usage and description' % kind,
               entries[kind] and not wrong, '\n'.join(wrong))
        tap.ok('every %s has an example' % kind, not without, '\n'.join(without))


def check_links(out):
    pages, wrong = {}, []
    folder = os.path.join(out, 'html')
    for file in sorted(os.listdir(folder)):
        if file.endswith('.html'):
            with open(os.path.join(folder, file), encoding='ascii') as text:
                pages[file] = Page(text.read())
    for file, page in pages.items():
        wrong += ['%s: %s' % (file, what) for what in page.wrong]
        for link in page.links:
            target, _, anchor = link.partition('#')
            if target and not os.path.exists(os.path.join(folder, target)):
                wrong.append('%s: there is no %s' % (file, link))
            elif anchor and anchor not in pages[target or file].anchors:
                wrong.append('%s: there is no %s' % (file, link))
    tap.ok('tags are closed and links lead somewhere', len(pages) > 100 and not wrong,
           '\n'.join(wrong[:40]))
    linked = {link for page in pages.values() for link in page.links}
    lonely = sorted(set(pages) - linked)
    tap.ok('every page can be reached', not lonely, '\n'.join(lonely))


def check_man(out):
    folder = os.path.join(out, 'man7')
    files = sorted(os.path.join(folder, file) for file in os.listdir(folder))
    files.append(os.path.join(DOC, 'avimd.1'))
    if not shutil.which('groff') or not shutil.which('tbl'):
        tap.skip('groff takes the manual pages', 'groff is not installed')
    else:
        said = ''
        for file in files:
            said += subprocess.run(['groff', '-t', '-man', '-ww', '-Tascii', '-z', file],
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   universal_newlines=True).stdout
        tap.ok('groff takes the manual pages without a warning', said == '', said[:3000])
    if not shutil.which('mandoc'):
        tap.skip('mandoc takes the manual pages', 'mandoc is not installed')
    else:
        said = subprocess.run(['mandoc', '-T', 'lint', '-W', 'warning'] + files,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True).stdout
        # A date would make two builds differ.
        said = '\n'.join(line for line in said.splitlines() if 'missing date' not in line)
        tap.ok('mandoc takes the manual pages without a warning', said == '', said[:3000])


def run_example(path):
    with tap.Folder() as folder:
        env = {'OMP_NUM_THREADS': '1',
               'LAMMPS_POTENTIALS': os.path.join(tap.SRCDIR, 'potentials')}
        got = tap.avimd(folder, '-log', 'none', path, timeout=60, env=env)
        alarm = tap.alarms(got.out)
        if got.status == 0 and alarm:
            return '%s: a false alarm: %s' % (os.path.relpath(path, tap.SRCDIR), alarm)
        return '' if got.status == 0 else '%s: %s' % (os.path.relpath(path, tap.SRCDIR), got)


def check_examples(entries):
    paths, wrong, form = [], [], []
    for folder, _, files in sorted(os.walk(EXAMPLES)):
        kind = os.path.relpath(folder, EXAMPLES)
        known = {os.path.basename(example_path(kind, name)) for name in entries.get(kind, ())}
        for file in sorted(files):
            path = os.path.join(folder, file)
            if file == 'local.mk':
                continue
            if file not in known:
                wrong.append('%s shows nothing that exists' % os.path.relpath(path, tap.SRCDIR))
                continue
            paths.append(path)
            with open(path, encoding='ascii') as text:
                lines = text.read().splitlines()
            if not re.match(r'# .{20}', lines[0]) or not 6 <= len(lines) <= 40:
                form.append(os.path.relpath(path, tap.SRCDIR))
    tap.ok('every example belongs to a command or style', not wrong, '\n'.join(wrong))
    tap.ok('examples begin with a sentence and are short', not form, '\n'.join(form))
    with ThreadPoolExecutor(2) as pool:
        failed = [what for what in pool.map(run_example, paths) if what]
    tap.ok('all %d examples run' % len(paths), paths and not failed, '\n'.join(failed[:10]))


def complete(script, folder, *words):
    """What bash would offer for the last word."""
    array = ' '.join("'%s'" % word for word in words)
    code = "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _avimd; printf '%%s\\n' \"${COMPREPLY[@]}\"" % (
        script, array, len(words) - 1)
    got = tap.run(['bash', '--norc', '-c', code], folder)
    return sorted(got.out.split()) if got.status == 0 and not got.err else got.err


def check_bash(out, entries):
    if not shutil.which('bash'):
        tap.skip('completion in bash', 'bash is not installed')
        return
    script = os.path.join(out, 'completions', 'avimd')
    every = sorted({name for kind in KINDS + NAMES_ONLY for name in entries[kind]})
    with tap.Folder() as folder:
        os.mkdir(folder.file('sub'))
        for file in ('in.melt', 'notes.txt', 'sub/in.deep'):
            folder.write(file, '')

        def case(expected, *words):
            got = complete(script, folder, 'avimd', *words)
            tap.ok('completion of avimd ' + ' '.join(words), got == sorted(expected), got)

        case(every, '--help', '')
        case([name for name in entries['compute'] + entries['thermo'] + entries['fix']
              if name.startswith('temp/')], '--help', 'temp/')
        case(['pair'], '--list', 'pa')
        case(KINDS + NAMES_ONLY, '--list', '')
        case(['--check', '--check-forces'], '--check')
        case(['-screen', '-sc'], '-sc')
        case(['screen'], '-echo', 's')
        case(['in.melt', 'sub'], '-in', '')
        case(['in.melt', 'sub', 'compare', 'coverage', 'convert', 'manual'], '')
        case(['sub/in.deep'], 'sub/')
        case(['notes.txt'], 'no')
        case(['--starts', '--steps'], 'compare', 'in.melt', '--st')
        case(['--summary'], 'coverage', '-')
        case([], '--threads', '')
        case(['sub'], 'compare', 'in.melt', '--out', '')


VIM = '''
set nocompatible
execute 'set runtimepath^=' . $VIMDIR
syntax on
filetype on
edit in.deck
let out = [&filetype]
function! Name(line, word)
  let column = match(getline(a:line), '\\V\\<' . a:word) + 1
  return synIDattr(synID(a:line, column, 1), 'name')
endfunction
for [line, word] in [[1,'units'],[1,'lj'],[2,'fix'],[2,'run'],[2,'ave/time'],[2,'100'],[2,'c_x'],
      \\[3,'compute'],[3,'temp'],[3,'# a run'],[4,'notacommand'],[5,'${n}'],[6,'press'],[6,'thermo_style']]
  call add(out, word . '=' . (word ==# '${n}' ? synIDattr(synID(5, 5, 1), 'name') :
        \\ word ==# '# a run' ? synIDattr(synID(3, match(getline(3), '#') + 1, 1), 'name') : Name(line, word)))
endfor
edit deck.in
call add(out, 'deck.in=' . (&filetype ==# 'avimd'))
edit other.in
call add(out, 'other.in=' . (&filetype ==# 'avimd'))
call writefile(out, 'names')
qa!
'''
VIM_DECK = '''units lj
fix run all ave/time 100 1 100 c_x
compute run all temp # a run
notacommand fix
run ${n}
thermo_style custom step press
'''
VIM_EXPECTED = '''avimd
units=avimdCommand
lj=avimdStyle_units
fix=avimdCommand
run=
ave/time=avimdStyle_fix
100=avimdNumber
c_x=avimdReference
compute=avimdCommand
temp=avimdStyle_compute
# a run=avimdComment
notacommand=avimdFirst
${n}=avimdVariable
press=avimdStyle_thermo
thermo_style=avimdCommand
deck.in=1
other.in=0
'''


def check_vim(out, entries):
    with open(os.path.join(out, 'vim', 'syntax', 'avimd.vim'), encoding='ascii') as text:
        syntax = text.read()
    for kind in KINDS + NAMES_ONLY:
        group = 'avimdCommand' if kind == 'command' else 'avimdStyle_' + kind
        known = {word for line in re.findall(r'^syn keyword %s contained (.*)$' % group, syntax, re.M)
                 for word in line.split()}
        tap.ok('vim knows every ' + kind, known == set(entries[kind]),
               sorted(known ^ set(entries[kind])))
    if not shutil.which('vim') or 'syntax' not in subprocess.run(
            ['vim', '--version'], stdout=subprocess.PIPE, universal_newlines=True).stdout.replace(
                '-syntax', ''):
        tap.skip('vim colours a deck', 'vim with syntax is not installed')
        return
    with tap.Folder() as folder:
        folder.write('in.deck', VIM_DECK)
        folder.write('deck.in', '# a deck\n\nunits lj\n')
        folder.write('other.in', '# another program\'s\nAC_INIT\nunits lj\n')
        folder.write('look.vim', VIM)
        got = tap.run(['vim', '-N', '-u', 'NONE', '-i', 'NONE', '-n', '-es', '-S', 'look.vim'], folder,
                      timeout=60, env={'VIMDIR': os.path.join(out, 'vim')})
        seen = folder.read('names') if os.path.exists(folder.file('names')) else str(got)
        tap.ok('vim colours a deck', seen == VIM_EXPECTED, seen)


def everything(folder, name):
    """All bytes of a manual that was written into a folder."""
    files = {}
    for where, _, entries in os.walk(folder.file(name)):
        for entry in entries:
            path = os.path.join(where, entry)
            with open(path, 'rb') as data:
                files[os.path.relpath(path, folder.file(name))] = data.read()
    return files


def check_command_line(folder):
    for words, status, said in (((), 2, 'Usage: avimd manual'), (('a', 'b', 'c'), 2, 'Usage'),
                                (('no/such/folder', DOC), 1, 'no/such/folder'),
                                (('third', 'no-doc'), 1, 'no-doc')):
        got = tap.avimd(folder, 'manual', *words)
        tap.ok('avimd manual %s ends with %d' % (' '.join(words), status),
               got.status == status and said in got.err, got)
    os.makedirs(folder.file('odd/pages'))
    folder.write('odd/pages/page.md', '# A page\n\n{{nonsense}}\n')
    got = tap.avimd(folder, 'manual', 'fourth', 'odd')
    tap.ok('an unknown insert is told', got.status == 1 and '{{nonsense}}' in got.err, got)


def check_claims(out):
    """Rows of the table that the program writes into the page of integrators."""
    with open(os.path.join(out, 'html', 'integrators.html'), encoding='ascii') as text:
        rows = [re.sub('<[^>]*>', ' ', row).split() for row in text.read().split('<tr>')[1:]]
    seen = [' '.join(row) for row in rows]
    wrong = [row for row in ('verlet 2 yes yes - yes yes - -', 'newmark 0.25 0.5 2 nearby',
                             'galerkin 8 8 yes', 'rk4 4 - - -', 'energy-stepping exact - yes yes')
             if not any(line.startswith(row) for line in seen)]
    tap.ok('the claims of integrators are shown', not wrong, '\n'.join(wrong + seen))


def check_keywords(keywords):
    with open(os.path.join(DOC, 'pages', 'thermo-keywords.md'), encoding='ascii') as text:
        told = set(re.findall('`([a-z]+)`', text.read()))
    wrong = [word for word in keywords if word not in told]
    tap.ok('the page of thermo keywords tells of all', not wrong, ' '.join(wrong))


# What the page of differences says is refused by words, each with a line that a deck could have. Who
# builds one of these takes it off both lists.
SETUP = 'units lj\nlattice fcc 0.8\nregion b block 0 2 0 2 0 2\ncreate_box 1 b\ncreate_atoms 1 box\n' \
    'mass 1 1\npair_style lj/cut 2.5\npair_coeff 1 1 1 1\ndump d all custom 10 x.dump id\n'
REFUSED = (('| `atom_modify` | `first`', 'atom_modify first all'),
           ('`id no` |', 'clear\natom_modify id no'),
           ('| `mesh` |', 'create_atoms 1 mesh x.stl'),
           ('| `condense yes`', 'delete_atoms group all condense yes'),
           ('`random`, `variable` |', 'delete_atoms random fraction 0.5 yes all NULL 1'),
           ('`random`, `variable` |', 'delete_atoms variable x'),
           ('`include` of a group', 'group g id 1\nneigh_modify include g'),
           ('`compute no`', 'pair_modify compute no'),
           ('| `add`, `offset`, `shift`', 'clear\nread_data x.data add append'),
           ('| `move`', 'region r sphere 0 0 0 1 move v_x NULL NULL'),
           ('`rotate`', 'region r sphere 0 0 0 1 rotate v_x 0 0 0 0 0 1'),
           ('`ellipsoid`', 'region r ellipsoid 0 0 0 1 1 1'),
           ('`python`', 'variable x python f'),
           ('`timer`', 'variable x timer'),
           ('| `rigid` |', 'velocity all zero linear rigid 1'),
           ('`min_style` hftn', 'min_style hftn'), ('fire/old', 'min_style fire/old'),
           ('`verlet/split`', 'run_style verlet/split'))


def check_refused(folder):
    with open(os.path.join(DOC, 'pages', 'differences.md'), encoding='ascii') as text:
        page = text.read()
    wrong = ['the page does not say ' + phrase for phrase, _ in REFUSED if phrase not in page]
    folder.write('x.data', '\n1 atom types\n0 1 xlo xhi\n')
    for _, line in REFUSED:
        folder.write('in.refused', SETUP + line + '\n')
        got = tap.avimd(folder, '--check', '-log', 'none', 'in.refused')
        if got.status == 0 or not re.search('(does|do) not exist here|not supported|not available|for other machines',
                                            got.err):
            wrong.append('is it refused? %s\n%s' % (line, got))
    tap.ok('what the page of differences calls refused is', not wrong, '\n'.join(wrong))


def main():
    with tap.Folder() as folder:
        made = [tap.avimd(folder, 'manual', name, DOC) for name in ('one', 'two')]
        tap.ok('avimd manual writes the manual', all(m.status == 0 and not m.err for m in made),
               '\n'.join(map(str, made)))
        one, two = everything(folder, 'one'), everything(folder, 'two')
        tap.ok('twice the same bytes', len(one) > 200 and one == two)
        odd = [name for name, data in one.items() if any(b > 126 for b in data)]
        tap.ok('all of it is ASCII', not odd, odd)
        entries = {kind: names(folder, kind) for kind in KINDS + NAMES_ONLY}
        out = folder.file('one')
        check_pages(out, entries)
        check_links(out)
        check_man(out)
        check_bash(out, entries)
        check_vim(out, entries)
        check_command_line(folder)
        check_refused(folder)
        check_claims(out)
        check_keywords(entries['thermo'])
    check_examples(entries)
    tap.done()


main()
