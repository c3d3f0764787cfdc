# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the energies of the oscillator, as oscillator.svg and oscillator.png. Called by `run`, in the
# folder of the results.
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 900,420 font "Helvetica,14" background "white"
    } else {
        set terminal png size 900,420
    }
    set output "oscillator." . format
    set multiplot layout 1,2
    set xlabel "time"
    set ylabel "energy"
    do for [kind in "conservative damped"] {
        set title kind . ", step 0.2"
        set yrange [0:0.62]
        plot kind . "-rk4.dat" with lines linewidth 1.5 linecolor rgb "#ee6677" title "rk4", \
             kind . "-newmark.dat" with lines linecolor rgb "#66ccee" title "newmark 1/4 1/2", \
             kind . "-verlet.dat" with lines linecolor rgb "#4477aa" title "verlet", \
             kind . "-midpoint.dat" with lines linecolor rgb "#228833" title "midpoint", \
             kind . "-exact.dat" with lines linewidth 2 dashtype 2 linecolor rgb "black" title "exact"
    }
    unset multiplot
    set output
}
