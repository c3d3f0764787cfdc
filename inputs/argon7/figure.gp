# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the cluster's paths and its energy error from paths.dat and energy.dat, as argon7.svg and
# argon7.png. Called by `run`, in the folder of the results.
array colors[7] = ["#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677", "#aa3377", "#777777"]

do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 900,420 font "Helvetica,14" background "white"
    } else {
        set terminal png size 900,420
    }
    set output "argon7." . format
    set multiplot layout 1,2

    set title "Seven argon atoms, the first 20 ps"
    set xlabel "x (nm)"
    set ylabel "y (nm)"
    set size ratio -1
    set xrange [-0.65:0.65]
    set yrange [-0.65:0.65]
    set xtics 0.3
    set ytics 0.3
    unset key
    plot for [i=0:6] "paths.dat" index i with lines linewidth 1.2 linecolor rgb colors[i+1], \
         for [i=0:6] "paths.dat" index i every ::0::0 with points pointtype 7 pointsize 1.3 \
             linecolor rgb colors[i+1]

    set title "Velocity Verlet, 10 fs: energy error"
    set xlabel "time (ps)"
    set ylabel "(E - E_0) / eps, times 1000"
    set size noratio
    set autoscale
    set xtics autofreq
    set ytics autofreq
    stats "energy.dat" every ::0::0 using 2 nooutput
    plot "energy.dat" using 1:(1e3*($2 - STATS_min)) with lines linewidth 0.8 linecolor rgb "#4477aa"
    unset multiplot
    set output
}
