# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the cluster's paths and the energy errors of four integrators, as argon7.svg and argon7.png.
# Called by `run`, in the folder of the results.
array colors[7] = ["#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677", "#aa3377", "#777777"]
array rows[4] = ["energy.dat", "uniform.dat", "shells.dat", "stiffness.dat"]
array names[4] = ["velocity Verlet, 10 fs", "avi, every pair 10 fs", "avi, shells 10 and 40 fs", \
                  "avi, steps after stiffness"]
array shades[4] = ["#4477aa", "#66ccee", "#ee6677", "#ccbb44"]

stats "energy.dat" every ::0::0 using 2 nooutput

do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 900,460 font "Helvetica,14" background "white"
    } else {
        set terminal png size 900,460
    }
    set output "argon7." . format
    set multiplot

    set origin 0, 0
    set size 0.48, 1
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

    set size noratio
    set xrange [0:1000]
    set yrange [-2.8:2.8]
    set xtics autofreq
    set ytics 2
    set ylabel " "
    set lmargin at screen 0.56
    set rmargin at screen 0.97
    do for [k=1:4] {
        set tmargin at screen 0.93 - 0.2*(k - 1)
        set bmargin at screen 0.93 - 0.2*k + 0.015
        unset title
        unset xlabel
        set format x ""
        if (k == 1) { set title "(E - E_0) / eps, times 1000" }
        if (k == 4) { set xlabel "time (ps)"; set format x "%g" }
        set label 1 names[k] at graph 0.02, 0.86
        plot rows[k] using 1:(1e3*($2 - STATS_min)) with lines linewidth 0.8 \
             linecolor rgb shades[k]
    }
    unset label 1
    unset lmargin
    unset rmargin
    unset tmargin
    unset bmargin
    unset multiplot
    reset
    set output
}
