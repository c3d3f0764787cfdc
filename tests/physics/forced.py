# SPDX-License-Identifier: GPL-3.0-or-later
"""Forcing and dissipation by the discrete Lagrange-d'Alembert principle: the positions a run prints
satisfy the forced discrete Euler-Lagrange equations

    D2 L_d(q0, q1) + D1 L_d(q1, q2) + f+(q0, q1) + f-(q1, q2) = 0

of each scheme, written out here from its discrete Lagrangian and discrete forces alone, and
angular momentum changes by the torque of the discrete forces (the forced Noether theorem).

Three masses, two of them bound by a spring, move in a well, are damped (one type more than the other)
and pushed by a force that depends on time."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import tap  # noqa: E402

MASS, DAMPING = (1.0, 2.5, 1.0), (0.3, 0.75, 0.3)
SPRING, REST = 4.0, 1.1
PUSH, TURN = 0.7, 1.3
STEP, STEPS = 0.05, 400
DECK = f'''units lj
dimension 2
boundary f f p
atom_style bond
region plane block -9 9 -9 9 -0.5 0.5 units box
create_box 2 plane bond/types 1 extra/bond/per/atom 1 extra/special/per/atom 2
create_atoms 1 single 1.2 0.1 0 units box
create_atoms 2 single 0.3 0.9 0 units box
create_atoms 1 single -0.8 -0.4 0 units box
mass 1 {MASS[0]}
mass 2 {MASS[1]}
pair_style zero 1.0
pair_coeff * *
bond_style harmonic
bond_coeff 1 {SPRING} {REST}
create_bonds single/bond 1 1 2
velocity all set -0.2 0.5 0 units box
set atom 3 vx 0.6
fix well all central/poly 0 1 -2 1
fix 1 all nve
variable x1 equal x[1]
variable y1 equal y[1]
variable x2 equal x[2]
variable y2 equal y[2]
variable x3 equal x[3]
variable y3 equal y[3]
variable spin equal {MASS[0]}*(x[1]*vy[1]-y[1]*vx[1])+{MASS[1]}*(x[2]*vy[2]-y[2]*vx[2])&
+{MASS[2]}*(x[3]*vy[3]-y[3]*vx[3])
thermo_style custom v_x1 v_y1 v_x2 v_y2 v_x3 v_y3 v_spin
thermo_modify norm no format float %.17g
thermo 1
'''
DRAG = f'fix drag all viscous {DAMPING[0]} scale 2 {DAMPING[1] / DAMPING[0]!r}\n'
SHOVE = f'variable shove equal {PUSH}*cos({TURN}*time)\nfix shove all addforce v_shove 0 0\n'


def forces(q):
    """-dV/dq of the well r^2 (r^2 - 1)^2 and the spring K (r - R)^2."""
    f = []
    for x, y in zip(q[0::2], q[1::2]):
        r2 = x * x + y * y
        slope = 2 - 8 * r2 + 6 * r2 * r2
        f += [-slope * x, -slope * y]
    d = (q[0] - q[2], q[1] - q[3])
    r = math.hypot(*d)
    pull = -2 * SPRING * (r - REST) / r
    for k in range(2):
        f[k] += pull * d[k]
        f[2 + k] -= pull * d[k]
    return f


def mass(i):
    return MASS[i // 2]


def drag(i, velocity):
    return -DAMPING[i // 2] * velocity


def shove(i, t):
    return PUSH * math.cos(TURN * t) if i % 2 == 0 else 0.0


def mean(a, b):
    return [(p + q) / 2 for p, q in zip(a, b)]


def verlet(q, h, k, i):
    """L_d = h (K((q1 - q0)/h) - (V(q0) + V(q1))/2); f+(q0, q1) = h drag((q1 - q0)/h), f- = 0:
    damped by the velocity with which an atom arrives; pushes are shared, h/2 at both ends."""
    rate = (q[k][i] - q[k - 1][i]) / h
    return forces(q[k])[i] + drag(i, rate) + shove(i, k * h)


def midpoint(q, h, k, i):
    """L_d = h L((q0 + q1)/2, (q1 - q0)/h); f+ = f- = h/2 force(middle, (q1 - q0)/h, t + h/2)."""
    total = 0.0
    for j in (k - 1, k):
        rate = (q[j + 1][i] - q[j][i]) / h
        total += forces(mean(q[j], q[j + 1]))[i] + drag(i, rate) + shove(i, (j + 0.5) * h)
    return total / 2


def inertia(q, h, k, i):
    return mass(i) * (q[k + 1][i] - 2 * q[k][i] + q[k - 1][i]) / (h * h)


def direct(scheme, q, h):
    """The largest residual of a scheme whose L_d is a function of positions themselves."""
    return max(abs(inertia(q, h, k, i) - scheme(q, h, k, i))
               for k in range(1, len(q) - 1) for i in range(6))


def newmark(q, v, h, beta):
    """L_d = h (K((z1 - z0)/h) - V(z0)~) in z = q - beta h^2 a, a with the forcing; both discrete
    forces h/2 force(q, v, t) with v = (z2 - z0)/(2 h), the velocities at the ends of steps."""
    force = [[forces(q[k])[i] + drag(i, v[k][i]) + shove(i, k * h) for i in range(6)]
             for k in range(len(q))]
    z = [[q[k][i] - beta * h * h * force[k][i] / mass(i) for i in range(6)]
         for k in range(len(q))]
    worst = max(abs(inertia(z, h, k, i) - force[k][i])
                for k in range(1, len(q) - 1) for i in range(6))
    return max(worst, max(abs((z[k + 1][i] - z[k - 1][i]) / (2 * h) - v[k][i])
                          for k in range(1, len(q) - 1) for i in range(6)))


def rows(folder, style, extra, h=STEP, steps=STEPS, more=''):
    deck = DECK + extra + more + f'run_style {style}\ntimestep {h!r}\nrun {steps}\n'
    got = tap.avimd(folder, '-in', folder.write('in', deck), '-log', 'none')
    if not tap.ok(f'{style}: it runs', got.status == 0, got):
        return None
    return [[float(word) for word in row] for row in tap.tables(got.out)[0][1]]


VELOCITIES = ''.join(f'variable w{n} equal v{axis}[{atom}]\n' for n, (atom, axis) in enumerate(
    (atom, axis) for atom in (1, 2, 3) for axis in 'xy'))
VELOCITIES += 'thermo_style custom v_x1 v_y1 v_x2 v_y2 v_x3 v_y3 v_w0 v_w1 v_w2 v_w3 v_w4 v_w5\n'
VELOCITIES += 'thermo_modify norm no format float %.17g\n'


def equations(folder):
    # Second differences of positions of size 1, with 16 digits, divided by h^2.
    rounding = 20 * 2.3e-16 / (STEP * STEP)
    for name, scheme in (('verlet', verlet), ('newmark 0 0.5', verlet), ('midpoint', midpoint)):
        got = rows(folder, name, DRAG + SHOVE)
        if got:
            worst = direct(scheme, [row[:6] for row in got], STEP)
            # The implicit equations are solved to 1e-12 of a step's way.
            bound = rounding if scheme is verlet else 1e-9
            tap.ok(f'{name}: the forced discrete equations', worst < bound, (worst, bound))
    for beta in (0.25, 0.1):
        got = rows(folder, f'newmark {beta} 0.5', DRAG + SHOVE, more=VELOCITIES)
        if got:
            worst = newmark([row[:6] for row in got], [row[6:] for row in got], STEP, beta)
            tap.ok(f'newmark {beta} 0.5: the forced discrete equations', worst < 1e-9, worst)


def noether(folder):
    """Angular momentum changes by the torque of the discrete forces alone."""
    alike = f'fix drag all viscous {DAMPING[0]} scale 2 {MASS[1] / MASS[0]!r}\n'
    got = rows(folder, 'verlet', alike)
    if got:
        # Damped alike, by -gamma q0 x q1, where q0 x (q1 - q0)/h is the velocities' moment; the
        # first row's velocities are the deck's, not those of a step.
        spin = [row[6] for row in got]
        factor = 1 - DAMPING[0] / MASS[0] * STEP
        worst = max(abs(after - factor * before) for before, after in zip(spin[1:], spin[2:]))
        tap.ok('verlet: angular momentum decays by the same factor a step', worst < 1e-13, worst)
    got = rows(folder, 'midpoint', DRAG)
    if got:
        worst = 0.0
        for before, after in zip(got, got[1:]):
            torque = -sum(DAMPING[n] * (before[2 * n] * after[2 * n + 1] -
                                        before[2 * n + 1] * after[2 * n]) for n in range(3))
            worst = max(worst, abs(after[6] - before[6] - torque))
        tap.ok('midpoint: angular momentum changes by the discrete torque', worst < 1e-11, worst)
        tap.ok('and much of it goes', abs(got[-1][6]) < 0.2 * abs(got[0][6]), got[-1][6])


def orders(folder):
    time = 4.0
    exact = rows(folder, 'rk4', DRAG + SHOVE, 0.001, 4000)
    if not exact:
        return
    for style, order in (('verlet', 1), ('newmark 0.25 0.5', 2), ('midpoint', 2)):
        errors = []
        for steps in (400, 800):
            got = rows(folder, style, DRAG + SHOVE, time / steps, steps)
            if not got:
                return
            errors.append(math.dist(got[-1][:6], exact[-1][:6]))
        slope = math.log2(errors[0] / errors[1])
        tap.ok(f'{style}: order {order} with damping', abs(slope - order) < 0.15, (slope, errors))


def main():
    with tap.Folder() as folder:
        equations(folder)
        noether(folder)
        orders(folder)
    tap.done()


main()
