# SPDX-License-Identifier: GPL-3.0-or-later
#
# Blanks comments and the contents of strings in C sources and joins continued lines; writes
# file:line:code for every line that still has code.
FNR == 1 {
    in_comment = 0
    held = ""
}
{
    out = ""
    rest = $0
    while (rest != "") {
        if (in_comment) {
            end = index(rest, "*/")
            if (end == 0) {
                rest = ""
            } else {
                in_comment = 0
                rest = " " substr(rest, end + 2)
            }
        } else if (match(rest, /\/\*|\/\/|"|'/)) {
            mark = substr(rest, RSTART, RLENGTH)
            out = out substr(rest, 1, RSTART - 1)
            rest = substr(rest, RSTART + RLENGTH)
            if (mark == "/*") {
                in_comment = 1
            } else if (mark == "//") {
                rest = ""
            } else {
                out = out mark mark
                while (rest != "" && substr(rest, 1, 1) != mark)
                    rest = substr(rest, substr(rest, 1, 1) == "\\" ? 3 : 2)
                rest = substr(rest, 2)
            }
        } else {
            out = out rest
            rest = ""
        }
    }
    if (held == "")
        start = FNR
    if (sub(/\\$/, "", out)) {
        held = held out " "
        next
    }
    out = held out
    held = ""
    if (out ~ /[^ \t]/)
        print FILENAME ":" start ":" out
}
