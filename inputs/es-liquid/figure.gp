# SPDX-License-Identifier: GPL-3.0-or-later
#
# Draws the radial distribution functions as es-liquid.svg and es-liquid.png. Called by `run`, in the
# folder of the results.
files = system("ls h-*.dat")
do for [format in "svg png"] {
    if (format eq "svg") {
        set terminal svg size 800,480 font "Helvetica,14" background "white"
    } else {
        set terminal png size 800,480
    }
    set output "es-liquid." . format
    set title "Radial distribution of the liquid"
    set xlabel "r"
    set ylabel "g(r)"
    set key top right
    plot [0.8:2.5] "verlet.dat" with lines linewidth 2 linecolor rgb "#000000" title "Verlet", \
         for [file in files] file with lines title file[1:strlen(file)-4]
    set output
}
