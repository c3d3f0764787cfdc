# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the dimers' energies, and errors against the step of the pairs, as dimers.svg and dimers.png.
# Called by `run`, in the folder of the results.
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1000,440 font "Helvetica,14" background "white"
    } else {
        set terminal png size 1000,440
    }
    set output "dimers." . format
    set multiplot layout 1,2

    set title "Energy error per atom"
    set xlabel "time"
    set ylabel "(E - E_0) / N, times 100000"
    set key bottom right
    e0 = real(system("head -n 1 verlet.dat | cut -d ' ' -f 2"))
    plot "verlet.dat" using 1:(1e5*($2 - e0)) with lines linecolor rgb "#4477aa" \
             title "Verlet, 0.0004", \
         "bonds-and-pairs.dat" using 1:(1e5*($2 - e0)) with lines linecolor rgb "#ee6677" \
             title "bonds 0.00038, pairs 0.00266"

    set title "Error against the step of the pairs"
    set xlabel "step of pairs / period of a bond"
    set ylabel "rms energy error per atom"
    set logscale y
    set format y "10^{%T}"
    set key top left
    set arrow 1 from 0.25, graph 0 to 0.25, graph 1 nohead dashtype 2 linecolor rgb "#777777"
    set arrow 2 from 0.5, graph 0 to 0.5, graph 1 nohead dashtype 2 linecolor rgb "#777777"
    stats "verlet.dat" using 2 nooutput
    plot [0:0.52] "sweep.dat" using ($1/0.01232):2 with linespoints pointtype 5 \
             linecolor rgb "#ee6677" title "bonds 0.00038", \
         STATS_stddev with lines dashtype 3 linecolor rgb "#4477aa" title "Verlet, 0.0004"
    unset logscale
    unset arrow
    set format y
    unset multiplot
    set output
}
