# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that make, choose and change atoms, in all their forms, beside the real lmp: a few
words of a deck, and the atoms, velocities, images, molecules and bonds after them, digit by digit.

    forms.py [TEXT]

TEXT keeps the forms that contain it.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

CRYSTAL = '''units lj
lattice fcc 0.8
region box block 0 3 0 3 0 3
create_box 3 box
create_atoms 1 box
region ball sphere 1.5 1.5 1.5 1.1
mass * 1
velocity all create 1.0 4711 loop geom
'''
EMPTY = '''units lj
lattice fcc 0.8
region box block 0 3 0 3 0 3
create_box 3 box
region ball sphere 1.5 1.5 1.5 1.1
'''
FLAT = '''units lj
dimension 2
lattice hex 0.8
region box block 0 5 0 4 -0.25 0.25
create_box 3 box
create_atoms 1 box
mass * 1
'''
WALLS = EMPTY.replace('units lj', 'units lj\nboundary f s m')
BONDS = '''units lj
atom_style STYLE
read_data chains.data extra/special/per/atom 4 extra/bond/per/atom 2
bond_style harmonic
bond_coeff * 10 1
mass * 1
velocity all create 1.0 4711 loop geom
'''
BOND, MOLECULAR, FULL = (BONDS.replace('STYLE', style) for style in ('bond', 'molecular', 'full'))
ROUNDING = 1e-15  # one unit in the last place: temperatures are sums, in another order
END = '''
mass * 1
pair_style zero 1.5
pair_coeff * *
write_data FILE nocoeff
'''
STEP = '\nmass * 1\npair_style zero 1.5\npair_coeff * *\nrun 0 post no'
SEEN = '\nset group g type 3'  # how a group is seen in the file

# What comes before, and the words.
FORMS = [
    # --- create_atoms
    (EMPTY, 'create_atoms 2 box'),
    (EMPTY, 'create_atoms 2 region ball'),
    (EMPTY, 'create_atoms 1 box basis 1 2 basis 4 3'),
    (EMPTY, 'create_atoms 1 single 1 1 1.5'),
    (EMPTY, 'create_atoms 1 single 1 1 1.5 units box\ncreate_atoms 2 single 2 2 2'),
    (EMPTY, 'create_atoms 1 single 7.5 -0.25 1 remap yes'),
    (EMPTY, 'create_atoms 1 single 3 3 3 remap yes'),
    (EMPTY, 'create_atoms 1 random 20 4711 NULL'),
    (EMPTY, 'create_atoms 1 random 20 4711 ball'),
    (EMPTY, 'create_atoms 1 random 20 4711 box units box'),
    (EMPTY, 'create_atoms 1 box ratio 0.3 99'),
    (EMPTY, 'create_atoms 1 box subset 17 99'),
    (EMPTY, 'create_atoms 1 region ball subset 5 99\ncreate_atoms 2 region ball ratio 0.5 7'),
    (EMPTY, 'variable a internal 0\nvariable b internal 0\nvariable v equal v_a>v_b\n'
            'create_atoms 1 box var v set x a set y b'),
    (EMPTY, 'variable a internal 0\nvariable v equal "v_a > 2.0"\n'
            'create_atoms 2 random 9 77 ball var v set z a'),
    (FLAT, 'create_atoms 2 random 9 77 NULL'),
    (WALLS, 'create_atoms 1 box\ncreate_atoms 2 single 3 3 3' + STEP),
    (EMPTY, 'lattice custom 1.5 a1 1 0 0 a2 0.5 1 0 a3 0 0 1.2 basis 0 0 0 basis 0.5 0.5 0.5\n'
            'create_atoms 1 box basis 2 3'),
    (EMPTY, 'lattice bcc 0.6 orient x 1 1 0 orient y -1 1 0 orient z 0 0 1 origin 0.1 0.1 0.1\n'
            'create_atoms 1 box'),
    (EMPTY, 'lattice diamond 0.5 spacing 2 2 2\ncreate_atoms 1 region ball'),
    (EMPTY, 'lattice hcp 0.5\ncreate_atoms 1 box'),
    (EMPTY, 'lattice sc 0.5 origin 0.5 0.5 0.5\ncreate_atoms 1 box'),
    (EMPTY, 'lattice none 2.0\ncreate_atoms 1 single 1 1 1'),
    # --- region
    (CRYSTAL, 'region r block 0 1 INF INF 0.5 EDGE\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r cylinder y 1.5 1.5 1.0 INF 2\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r cone z 1.5 1.5 1.5 0.2 0 3\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r plane 1.5 1.5 1.5 1 1 0.5\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r prism 0 2 0 2 0 2 0.5 0.25 0.1\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r sphere 2 2 2 1.4 side out units box\ngroup g region r' + SEEN),
    (CRYSTAL, 'region a block 0 1 0 3 0 3\nregion r union 2 ball a side out\ngroup g region r' + SEEN),
    (CRYSTAL, 'region a block 0 1 0 3 0 3\nregion r intersect 2 ball a\ngroup g region r' + SEEN),
    (CRYSTAL, 'region r block 0 1 0 3 0 3 open 1 open 6\ngroup g region r' + SEEN),
    (CRYSTAL, 'region ball delete\nregion ball block 0 1 0 1 0 1\ngroup g region ball' + SEEN),
    # --- group
    (CRYSTAL, 'set atom 5*9 type 2\ngroup g type 2 3' + SEEN),
    (CRYSTAL, 'set atom 5*9 type 2\ngroup g type 1:2:2' + SEEN),
    (CRYSTAL, 'set atom 5*9 type 2\ngroup g type != 1' + SEEN),
    (CRYSTAL, 'group g id 3 7 20:30:3 100:108' + SEEN),
    (CRYSTAL, 'group g id <= 12' + SEEN),
    (CRYSTAL, 'group g id > 100' + SEEN),
    (CRYSTAL, 'group g id <> 40 60' + SEEN),
    (CRYSTAL, 'group g id == 17' + SEEN),
    (CRYSTAL, 'group a id 1:50\ngroup b id 30:70\ngroup g union a b' + SEEN),
    (CRYSTAL, 'group a id 1:50\ngroup b id 30:40\ngroup g subtract a b' + SEEN),
    (CRYSTAL, 'group a id 1:50\ngroup b id 30:70\ngroup g intersect a b all' + SEEN),
    (CRYSTAL, 'group g id 1:50\ngroup g clear\ngroup g id 7' + SEEN),
    (CRYSTAL, 'group g id 1:50\ngroup g delete\ngroup g region ball' + SEEN),
    (CRYSTAL, 'group g empty\ngroup g id 9' + SEEN),
    (CRYSTAL, 'variable larger atom x>y\ngroup g variable larger' + SEEN),
    (CRYSTAL, 'group g dynamic all region ball\nmass * 1\npair_style zero 1.5\npair_coeff * *\n'
              'run 0 post no\ngroup g static' + SEEN),
    (BOND, 'group g molecule 2 3' + SEEN),
    (BOND, 'group g molecule >= 4' + SEEN),
    (BOND, 'group g id 7\ngroup g include molecule' + SEEN),
    (BOND, 'group a id 1\ngroup g subtract all a\ngroup g include molecule' + SEEN),
    # --- set: who
    (CRYSTAL, 'set atom 5 type 2'),
    (CRYSTAL, 'set atom *10 type 2 vx 1.5'),
    (CRYSTAL, 'set type 1 type 3'),
    (CRYSTAL, 'set type 1* vy -2'),
    (CRYSTAL, 'set region ball type 2'),
    (BOND, 'set mol 2*3 type 2'),
    (FULL, 'set mol 4 x 1.25'),
    # --- set: what
    (CRYSTAL, 'set group all type/fraction 2 0.4 77'),
    (CRYSTAL, 'set region ball type/ratio 2 0.4 77'),
    (CRYSTAL, 'set group all type/subset 2 31 77'),
    (CRYSTAL, 'variable t atom 1+(x>y)+(x>z)\nset group all type v_t'),
    (CRYSTAL, 'set atom 3 x 1.5 y 0.25 z 0.125'),
    (CRYSTAL, 'variable h atom 0.5*x\nset region ball x v_h'),
    (CRYSTAL, 'variable h atom y*z\nvariable k atom 3*z\nset group all vx v_h vy v_k vz 0'),
    (CRYSTAL, 'set atom 7 image 1 -2 NULL'),
    (CRYSTAL, 'variable i atom 2*(x>y)\nset atom 7*9 image v_i NULL v_i'),
    (FULL, 'set atom 3*5 charge -0.5'),
    (FULL, 'variable q atom id*0.1\nset group all charge v_q'),
    (BOND, 'set atom 3*5 mol 9'),
    (MOLECULAR, 'variable m atom mol+10\nset type 1 mol v_m'),
    (BOND, 'set group all bond 2'),
    (BOND, 'set mol 2 bond 2'),
    (BOND, 'set atom 2*4 bond 2'),
    (CRYSTAL, 'fix p all property/atom i_tag d_value\nset group all i_tag 3 d_value 1.5\n'
              'set region ball i_tag 7\ncompute c all property/atom i_tag\nvariable tagged atom c_c>5\ncompute s all reduce sum '
              'c_c\nthermo_style custom step c_s' + STEP
              + '\ngroup g variable tagged\nthermo_style one\nuncompute s\nuncompute c\nunfix p' + SEEN),
    # --- delete_atoms
    (CRYSTAL, 'group g id 5:20\ndelete_atoms group g'),
    (CRYSTAL, 'group g id 5:20\ndelete_atoms group g compress no'),
    (CRYSTAL, 'delete_atoms region ball'),
    (CRYSTAL, 'delete_atoms porosity ball 0.5 4711'),
    (CRYSTAL, 'create_atoms 2 single 1.1 1 1\nmass * 1\npair_style zero 1.5\npair_coeff * *\n'
              'delete_atoms overlap 0.5 all all'),
    (BOND, 'group g id 5 6\ndelete_atoms group g bond yes'),
    (BOND, 'group g id 5 6\ndelete_atoms group g mol yes'),
    (BOND, 'group g molecule 2\ndelete_atoms group g bond yes compress no'),
    (BOND, 'group g molecule 2\ndelete_atoms group g bond yes mol yes compress yes'),
    # --- displace_atoms
    (CRYSTAL, 'displace_atoms all move 0.1 0.2 -0.3'),
    (CRYSTAL, 'variable d atom 0.1*y\ndisplace_atoms all move v_d 0 0 units box'),
    (CRYSTAL, 'displace_atoms all move 7 0 0'),
    (CRYSTAL, 'displace_atoms all ramp x 0 0.5 y 0 3'),
    (CRYSTAL, 'displace_atoms all random 0.1 0.2 0.3 4711 units box'),
    (CRYSTAL, 'region r sphere 1.5 1.5 1.5 0.8\ngroup g region r\n'
              'displace_atoms g rotate 1.5 1.5 1.5 1 1 0 30'),
    (CRYSTAL, 'set group all image 1 0 -1\ndisplace_atoms all rotate 1.5 1.5 1.5 0 0 1 30'),
    (FLAT, 'displace_atoms all random 0.1 0.1 0 4711'),
    # --- velocity
    (CRYSTAL, 'velocity all create 2.0 99 dist gaussian mom yes rot yes'),
    (CRYSTAL, 'velocity all create 2.0 99 sum yes loop all'),
    (CRYSTAL, 'velocity all create 2.0 99 loop local mom no'),
    (CRYSTAL, 'velocity all set 1.0 NULL -0.5'),
    (CRYSTAL, 'velocity all set 1.0 NULL -0.5 sum yes units box'),
    (CRYSTAL, 'variable shear atom x-y\nvelocity all set v_shear 0 NULL units box'),
    (CRYSTAL, 'group g region ball\nvelocity g scale 3.0'),
    (CRYSTAL, 'velocity all ramp vx 0 1 y 0 3'),
    (CRYSTAL, 'velocity all ramp vz 0 1 x 1 2 sum yes units box'),
    (CRYSTAL, 'velocity all zero linear'),
    (CRYSTAL, 'velocity all zero angular'),
    (CRYSTAL, 'mass * 1\ncompute t all temp/partial 1 1 0\nvelocity all scale 2.0 temp t'),
    (FLAT, 'velocity all create 2.0 99 rot yes'),
    # --- change_box, replicate
    (CRYSTAL, 'change_box all x final 0 6 remap'),
    (CRYSTAL, 'change_box all x scale 1.1 y volume z volume remap'),
    (CRYSTAL, 'change_box all z delta -0.5 0.5 boundary p p f units box'),
    (CRYSTAL, 'change_box all set x scale 1.1 remap y scale 0.9 remap'),
    (CRYSTAL, 'change_box all ortho x delta 0 1 units lattice'),
    (CRYSTAL, 'replicate 2 1 2'),
    (BOND, 'replicate 1 2 1'),
    (FULL, 'replicate 2 2 1 bbox'),
    (BOND, 'displace_atoms all move 3 0 0\nreplicate 2 1 1'),
    # --- bonds
    (BOND, 'mass * 1\npair_style zero 2.5\npair_coeff * *\ncreate_bonds many all all 2 1.7 1.9'),
    (BOND, 'mass * 1\npair_style zero 2.5\npair_coeff * *\ncreate_bonds single/bond 2 1 9'),
    (BOND, 'mass * 1\npair_style zero 2.5\npair_coeff * *\n'
           'create_bonds single/bond 2 1 9 special no\ncreate_bonds single/bond 1 2 10 special yes'),
    # --- read, and without an effect on the atoms
    ('processors 1 * 1 grid onelevel map xyz\n' + EMPTY, 'create_atoms 1 box'),
    ('processors * * * map xyz\n' + EMPTY,
     'create_atoms 1 box'),
    ('atom_modify map array sort 100 1.5\natom_modify map hash\n' + EMPTY, 'create_atoms 1 box'),
    ('newton off on\n' + EMPTY, 'create_atoms 1 box'),
    ('suffix off\n' + EMPTY, 'create_atoms 1 box'),
    (CRYSTAL, 'atom_modify sort 0 0' + STEP),
    (CRYSTAL, 'comm_style tiled\ncomm_modify mode single cutoff 3.0 vel yes' + STEP),
    (CRYSTAL, 'neighbor 0.5 multi\ncomm_modify mode multi group all cutoff/multi 1 3.0 cutoff/multi 2* '
              '2.5' + STEP),
    (CRYSTAL, 'balance 1.1 shift xyz 10 1.05\nbalance 1.0 x uniform y uniform z uniform' + STEP),
    (CRYSTAL, 'balance 1.1 shift x 5 1.1 weight group 1 all 1.5 out balance.txt' + STEP),
    (CRYSTAL, 'comm_style tiled\nbalance 1.1 rcb weight time 0.8' + STEP),
    (CRYSTAL, 'timer full sync\ntimer normal nosync timeout off every 100' + STEP),
    (CRYSTAL, 'info system\ninfo styles pair\ninfo all out screen' + STEP),
    (CRYSTAL, 'neighbor 0.5 bin\nneigh_modify delay 0 every 2 check yes once no page 200000 one '
              '2000 binsize 0.5 cluster no include all' + STEP),
    (CRYSTAL, 'neighbor 0.5 nsq\nneigh_modify exclude type 1 2 exclude group all all exclude none'
     + STEP),
    (CRYSTAL, 'neighbor 0.5 multi' + STEP),
    (BOND, 'special_bonds lj 0 0.5 1 coul 0 0 0.5 angle no dihedral no\nspecial_bonds amber\n'
           'special_bonds charmm\nspecial_bonds dreiding\nspecial_bonds fene\n'
           'special_bonds lj/coul 0 1e-20 1' + STEP),
    (CRYSTAL, 'pair_style lj/cut 2.5\npair_coeff * * 1 1\npair_modify mix arithmetic shift yes '
              'tail no table 12 compute yes\npair_modify mix sixthpower shift no tail yes nofdotr'
     + STEP),
    (CRYSTAL, 'pair_style hybrid/overlay lj/cut 2.5 lj/cut 2.0\npair_coeff * * lj/cut 1 1 1\n'
              'pair_coeff * * lj/cut 2 1 1\npair_modify pair lj/cut 1 shift yes mix arithmetic\n'
              'pair_modify pair lj/cut 2 tail no' + STEP),
    (CRYSTAL, 'compute_modify thermo_temp extra/dof 0 dynamic/dof yes\n'
              'compute_modify thermo_temp extra 3 dynamic no' + STEP),
    (CRYSTAL, 'compute t all temp\nfix n all nve\nfix l all langevin 1 1 1 5\n'
              'fix_modify l temp t' + STEP),
    (CRYSTAL, 'compute t all temp\ncompute p all pressure t\n'
              'fix n all npt temp 1 1 1 iso 0 0 1\nfix_modify n temp t press p energy no' + STEP),
    (CRYSTAL, 'fix w all setforce 0 0 0\nfix_modify w dynamic/dof yes' + STEP),
]


def chains():
    """Five molecules of two to four atoms in a row, some across a periodic face."""
    atoms, bonds = [], []
    for molecule in range(1, 6):
        for k in range(2 + molecule % 3):
            place = (1.8 * molecule - 1.0, 1.1 * k + 0.3 * molecule, 0.5 * molecule)
            atoms.append((len(atoms) + 1, molecule, 1 + k % 2) + place)
            if k > 0:
                bonds.append((len(bonds) + 1, 1, len(atoms) - 1, len(atoms)))
    text = ['chains', '', '%d atoms' % len(atoms), '%d bonds' % len(bonds), '3 atom types',
            '2 bond types', '', '0 9 xlo xhi', '0 5 ylo yhi', '0 5 zlo zhi', '', 'Atoms', '']
    rows = ['%d %d %d %%s%.6f %.6f %.6f' % atom for atom in atoms]
    tail = ['', 'Bonds', ''] + ['%d %d %d %d' % bond for bond in bonds]
    return lambda charge: '\n'.join(text + [row % charge for row in rows] + tail) + '\n'


def deck(form, name):
    before, words = form
    data = 'charges.data' if before is FULL else 'chains.data'
    return 'clear\n' + before.replace('chains.data', data) + words + END.replace('FILE', name)


def content(text):
    """What a data file says: its numbers and, for each section, its rows by ID."""
    head, sections, rows = [], {}, None
    for line in text.splitlines()[1:]:
        words = line.partition('#')[0].split()
        if words and words[0][0].isalpha():
            rows = sections.setdefault(' '.join(words), [])
        elif words and rows is None:
            head.append(words)
        elif words:
            rows.append([float(word) for word in words])
    head = [words for words in head if 'xy' not in words]
    for name, found in sections.items():
        # A bond's number is its place in the file, and its first atom is whoever owns it.
        sections[name] = sorted(row[1:2] + sorted(row[2:]) for row in found) if name == 'Bonds' \
            else sorted(found)
    return head, sections


def difference(ours, theirs):
    """Where two data files differ, or ''."""
    (head, mine), (other, his) = content(ours), content(theirs)
    if [[float(w) if w[-1:].isdigit() else w for w in row] for row in head] != \
            [[float(w) if w[-1:].isdigit() else w for w in row] for row in other]:
        return 'the heads: %s, not %s' % (head, other)
    for section in sorted(set(mine) | set(his)):
        a, b = mine.get(section, []), his.get(section, [])
        if len(a) != len(b):
            return '%s: %d rows, not %d' % (section, len(a), len(b))
        for row, wanted in zip(a, b):
            if any(abs(x - y) > ROUNDING * abs(y) for x, y in zip(row, wanted)):
                return '%s: %s, not %s' % (section, row, wanted)
    return ''


def run_lammps(forms, folder, first):
    """All forms in one deck, since lmp takes its time to start; after an error, those that follow."""
    while first < len(forms):
        folder.write('in.deck', ''.join(deck(forms[k], '%d.data' % k)
                                        for k in range(first, len(forms))))
        got = tap.lammps(folder, '-in', 'in.deck', '-log', 'none')
        while first < len(forms) and os.path.isfile(folder.file('%d.data' % first)):
            first += 1
        folder.write('%d.error' % first, str(got)[-400:])
        first += 1


def main():
    only = sys.argv[1] if len(sys.argv) > 1 else ''
    if tap.LMP is None:
        tap.skip_all('lmp is not installed')
    forms = [form for form in FORMS if only in form[1]]
    data = chains()
    with tap.Folder() as folder, tap.Folder() as other:
        for place in (folder, other):
            place.write('chains.data', data(''))
            place.write('charges.data', data('0.25 '))
        run_lammps(forms, other, 0)
        for k, form in enumerate(forms):
            name = '%d.data' % k
            title = form[1].partition(SEEN)[0].replace('\n', '; ')
            if not os.path.isfile(other.file(name)):
                tap.ok('lmp: ' + title, False, other.read('%d.error' % k))
                continue
            folder.write('in.deck', deck(form, name))
            mine = tap.avimd(folder, '-in', 'in.deck', '-log', 'none', '-threads', '1')
            wrong = difference(folder.read(name), other.read(name)) if mine.status == 0 else mine.err
            tap.ok(title, not wrong, wrong)
    tap.done()


if __name__ == '__main__':
    main()
