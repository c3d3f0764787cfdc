# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the orbits of all starts, one panel for each integrator, with the circle of starts at the times
# 0, 1.2, 2.4 and 4: portrait.png (points by the ten
# thousand make a large svg). Called by `run`, in the folder of the results.
names = "verlet symplectic-euler newmark midpoint rk4 benchmark"
titles = "'velocity Verlet' 'symplectic Euler' 'implicit Newmark' 'midpoint' 'Runge-Kutta 4' 'benchmark'"
set terminal png size 1200,760
set output "portrait.png"
set multiplot layout 2,3
set xrange [-2.1:2.1]
set yrange [-1.7:1.7]
set xlabel "x"
set ylabel "v"
unset key
set palette defined (0 "#bbccee", 1 "#223366")
set cbrange [0:200]
unset colorbox
do for [i=1:6] {
    set title word(titles, i)
    plot word(names, i) . ".orbits" using 2:3:4 with points pointtype 7 pointsize 0.15 palette, \
         for [t in "0 1.2 2.4 4"] word(names, i) . ".circle" \
             using 1:(abs($3 - t) < 0.05 ? $2 : NaN) with points pointtype 7 pointsize 0.25 \
             linecolor rgb "#cc3311"
}
unset multiplot
set output
