# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the error in the H1 norm against the height of the terraces, as convergence.svg. Called by
# `convergence`, in the folder of the results.
set terminal svg size 560,420 font "Helvetica,14" background "white"
set output "convergence.svg"
set logscale xy
set format xy "10^{%L}"
set xlabel "h / E_0"
set ylabel "H^1 norm of the difference, first 2 ps"
set key top left
set grid
stats "convergence.dat" every ::0::0 using 2 name "E" nooutput
plot "convergence.dat" using 1:2 with linespoints pointtype 7 linecolor rgb "#4477aa" \
         title "energy-stepping", \
     E_max*(x/0.01)**0.5 with lines dashtype 2 linecolor rgb "#777777" title "h^{1/2}"
