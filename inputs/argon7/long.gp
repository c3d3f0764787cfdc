# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws average and longest steps against the height of the terraces, as long.svg. Called by
# `run-long`, in the folder of the results.
set terminal svg size 560,420 font "Helvetica,14" background "white"
set output "long.svg"
set logscale xy
set format x "10^{%L}"
set xlabel "h / E_0"
set ylabel "step (fs)"
set key bottom right
set grid
stats "steps.dat" every ::0::0 using 2 name "A" nooutput
stats "steps.dat" every ::0::0 using 3 name "L" nooutput
plot "steps.dat" using 1:3 with points pointtype 5 linecolor rgb "#ee6677" title "longest", \
     L_max*(x/0.01)**0.5 with lines dashtype 2 linecolor rgb "#ee6677" title "h^{1/2}", \
     "steps.dat" using 1:2 with points pointtype 7 linecolor rgb "#4477aa" title "average", \
     A_max*(x/0.01) with lines dashtype 2 linecolor rgb "#4477aa" title "h"
