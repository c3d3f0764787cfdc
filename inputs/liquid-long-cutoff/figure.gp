# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the liquid's energies, and errors against the work, as liquid.svg and liquid.png. Called by
# `run`, in the folder of the results.
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 1000,440 font "Helvetica,14" background "white"
    } else {
        set terminal png size 1000,440
    }
    set output "liquid." . format
    set multiplot layout 1,2

    set title "Energy error per atom"
    set xlabel "time"
    set ylabel "(E - E_0) / N, times 100000"
    set key center right
    e0 = real(system("head -n 1 verlet.dat | cut -d ' ' -f 2"))
    plot "verlet.dat" using 1:(1e5*($2 - e0)) with lines linecolor rgb "#4477aa" \
             title "Verlet, 0.005", \
         "shells-0.03.dat" using 1:(1e5*($2 - e0)) with lines linecolor rgb "#ee6677" \
             title "shells, 0.005 and 0.03", \
         "sweep-0.08.dat" using 1:(1e5*($2 - e0)) with lines linecolor rgb "#ccbb44" \
             title "shells, 0.005 and 0.08"

    set title "Error against work"
    set xlabel "pair updates, millions"
    set ylabel "rms energy error per atom"
    set logscale xy
    set format y "10^{%T}"
    set key top right
    plot "sweep-verlet.dat" using ($3/1e6):2 with linespoints pointtype 7 linecolor rgb "#4477aa" \
             title "Verlet, 0.003 to 0.01", \
         "sweep.dat" using ($3/1e6):2 with linespoints pointtype 5 linecolor rgb "#ee6677" \
             title "shells, outer step 0.01 to 0.08", \
         "sweep.dat" every 2::0 using ($3/1e6):2:1 with labels offset -2.6,-0.6 notitle
    unset logscale
    set format y
    unset multiplot
    set output
}
