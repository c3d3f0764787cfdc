# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the total energy of energy-stepping and of velocity Verlet with steps as long as its average
# ones, and histograms of its steps, as energy-stepping.svg and .png. Called by `run`, in the folder
# of the results.
array steps[3] = ["56.98", "87.56", "124.88"]
array parts[3] = ["100", "60", "30"]
array shades[3] = ["#4477aa", "#ccbb44", "#ee6677"]
tau = 2159.587

do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 900,420 font "Helvetica,14" background "white"
    } else {
        set terminal png size 900,420
    }
    set output "energy-stepping." . format
    set multiplot layout 1,2

    set title "Total energy / eps"
    set xlabel "time (ns)"
    set xrange [0.02:20]
    set logscale x
    set yrange [-11:-7]
    set key top left
    plot for [k=3:1:-1] "verlet-" . steps[k] . ".dat" using (1e-3*$1):2 with lines \
             linewidth 0.8 linecolor rgb shades[k] title "Verlet, " . steps[k] . " fs", \
         "es-100.dat" using (1e-3*$1):2 with lines linewidth 0.5 linecolor rgb "#aaaaaa" \
             title "K + V, h = E_0/100", \
         "es-100.dat" using (1e-3*$1):5 with lines linewidth 1.6 \
             linecolor rgb "black" title "E_h, h = E_0/100"

    set title "Steps of energy-stepping"
    set xlabel "step (fs)"
    set ylabel "share of all steps"
    set xrange [1:1000]
    set yrange [0:*]
    set key top left
    do for [k=1:3] { eval "stats 'es-" . parts[k] . ".hist' using 3 name 'H" . k . "' nooutput" }
    array total[3] = [H1_sum, H2_sum, H3_sum]
    plot for [k=1:3] "es-" . parts[k] . ".hist" using (tau*$2):($3/total[k]) with steps \
             linewidth 1.6 linecolor rgb shades[k] title "h = E_0/" . parts[k]
    unset multiplot
    reset
    set output
}
