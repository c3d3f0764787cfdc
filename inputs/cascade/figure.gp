# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the cascade's energy errors and time steps as cascade.svg and cascade.png.  Called by `run`, in
# the folder of the results.
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1000,440 font "Helvetica,14" background "white"
    } else {
        set terminal png size 1000,440
    }
    set output "cascade." . format
    set multiplot layout 1,2

    set title "Energy error since the knock"
    set xlabel "time"
    set ylabel "E - E_0, in epsilon"
    set yrange [*:*]
    unset logscale y
    set key bottom right
    plot "verlet.dat" using 1:3 with lines linecolor rgb "#4477aa" title "Verlet, dt/reset", \
         "hot.dat" using 1:3 with linespoints pointtype 7 pointsize 0.4 linecolor rgb "#ee6677" \
             title "avi hot"

    set title "The step of all atoms, and of all but the hot ones"
    set ylabel "time step"
    set logscale y
    set format y "10^{%L}"
    set key top left
    plot "verlet.dat" using 1:2 with lines linecolor rgb "#4477aa" title "Verlet, dt/reset", \
         "hot.dat" using 1:2 with lines linecolor rgb "#ee6677" title "avi hot: blocks"
    unset format y
    unset multiplot
}
