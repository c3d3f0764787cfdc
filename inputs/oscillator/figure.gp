# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws energies and angular momenta of the oscillator, as oscillator.svg and oscillator.png: short and
# long, conservative and damped. Called by `run`, in the folder of the results.
methods = "rk4 newmark verlet midpoint"
names = "'rk4' 'implicit Newmark' 'explicit Newmark' 'midpoint'"
colours = "#ee6677 #66ccee #4477aa #228833"
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1200,800 font "Helvetica,13" background "white"
    } else {
        set terminal png size 1200,800
    }
    set output "oscillator." . format
    set multiplot layout 2,3
    set xlabel "time"
    do for [kind in "conservative damped"] {
        set ylabel "energy"
        set yrange [0:0.62]
        set title kind . ", step 0.2, short"
        plot for [i=1:4] kind . "-" . word(methods, i) . "-short.dat" using 1:2 with lines \
                 linecolor rgb word(colours, i) title word(names, i), \
             kind . "-exact-short.dat" using 1:2 with lines linewidth 2 dashtype 2 \
                 linecolor rgb "black" title "benchmark"
        set title kind . ", step 0.2, long"
        if (kind eq "damped") {
            set logscale y
            set yrange [1e-6:1]
        }
        plot for [i=1:4] kind . "-" . word(methods, i) . ".dat" using 1:2 with lines \
                 linecolor rgb word(colours, i) title word(names, i), \
             kind . "-exact.dat" using 1:2 with lines linewidth 2 dashtype 2 \
                 linecolor rgb "black" title "benchmark"
        set ylabel "angular momentum"
        set title kind . ": angular momentum"
        if (kind eq "damped") {
            set yrange [1e-5:1]
        } else {
            set yrange [0.58:0.63]
        }
        plot for [i=1:4] kind . "-" . word(methods, i) . ".dat" using 1:3 with lines \
                 linecolor rgb word(colours, i) title word(names, i), \
             kind . "-exact.dat" using 1:3 with lines linewidth 2 dashtype 2 \
                 linecolor rgb "black" title "benchmark"
        unset logscale
    }
    unset multiplot
    set output
}
