# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the heat experiment: heat-average (K(T) against T), heat-error (error against work) and
# heat-nonlinear (energy of the nonlinear lattices), each as svg and png. Called by `run`, in the folder
# of the results.
styles = "symplectic-euler verlet rk4 forest-ruth blanes-moan4"
colours = "#4477aa #66ccee #ee6677 #228833 #aa3377"
# Runs with about 5.7 and 16 force evaluations per unit of time, in steps per 10 of it.
coarse = "57 57 14 19 9"
fine = "160 160 40 53 27"
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1000,420 font "Helvetica,14" background "white"
    } else {
        set terminal png size 1000,420
    }

    set output "heat-average." . format
    set multiplot layout 1,2
    set xlabel "T"
    set ylabel "average kinetic energy K(T)"
    set yrange [0.2:0.56]
    set key bottom left
    set title "5.7 force evaluations per unit of time"
    plot for [i=1:5] "chain-" . word(styles, i) . "-" . word(coarse, i) . ".dat" using 1:2 every ::1 \
             with lines linewidth 1.5 linecolor rgb word(colours, i) title word(styles, i), \
         "chain-verlet-57.dat" using 1:3 every ::1 with lines dashtype 2 linecolor rgb "black" \
             title "exact"
    set title "16 force evaluations per unit of time"
    plot for [i=1:5] "chain-" . word(styles, i) . "-" . word(fine, i) . ".dat" using 1:2 every ::1 \
             with lines linewidth 1.5 linecolor rgb word(colours, i) title word(styles, i), \
         "chain-verlet-160.dat" using 1:3 every ::1 with lines dashtype 2 linecolor rgb "black" \
             title "exact"
    unset multiplot

    set output "heat-error." . format
    set multiplot layout 1,3
    set logscale xy
    set xlabel "force evaluations per unit of time"
    set ylabel "relative error of K(T)"
    set yrange [1e-6:1]
    set xrange [1:200]
    set format y "10^{%T}"
    do for [column=2:4] {
        set title sprintf("T = %g", 10.0**(column - 1))
        plot for [i=1:5] word(styles, i) . ".err" using 1:(column(column) < 1 ? column(column) : 1/0) \
                 with linespoints linewidth 1.5 pointtype 7 pointsize 0.4 \
                 linecolor rgb word(colours, i) title word(styles, i)
    }
    unset logscale
    set format y
    set xrange [*:*]
    unset multiplot

    set output "heat-nonlinear." . format
    set multiplot layout 1,2
    set xlabel "time"
    set ylabel "energy / energy at the start"
    set yrange [0:1.1]
    set title "chain of quartic springs"
    plot for [i=1:5] "nonlinear-" . word(styles, i) . ".dat" using 1:($5/1.178592) with lines \
             linewidth 1.5 linecolor rgb word(colours, i) title word(styles, i)
    set title "sheet of quartic springs"
    plot for [i=1:5] "sheet-nonlinear-" . word(styles, i) . ".dat" using 1:($5/0.96) with lines \
             linewidth 1.5 linecolor rgb word(colours, i) title word(styles, i)
    unset multiplot
    set output
}
