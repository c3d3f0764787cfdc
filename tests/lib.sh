# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shell functions for tests that speak TAP. A test reads:
#
#   . "${AVIMD_SRCDIR:-.}/tests/lib.sh"
#   tap_ok "prints its version" "$AVIMD" --version
#   tap_skip "agrees with LAMMPS" "lmp is not installed"
#   tap_done
#
# Outside make check, AVIMD names the program under test and AVIMD_SRCDIR the source tree.

: "${AVIMD_SRCDIR:=$(cd "$(dirname "$0")" && while [ ! -f configure.ac ] && [ "$PWD" != / ]; do
    cd .. || exit; done && pwd)}"
: "${AVIMD_BUILDDIR:=$AVIMD_SRCDIR/build}"
: "${AVIMD:=$AVIMD_BUILDDIR/avimd}"
export AVIMD AVIMD_SRCDIR AVIMD_BUILDDIR
tap_count=0
tap_failures=0
# A private folder, removed at the end.
tap_tmp=$(mktemp -d) || exit 99
# Open MPI's own folder there too: shared ones vanish when two programs start and end together.
OMPI_MCA_orte_tmpdir_base=$tap_tmp
export OMPI_MCA_orte_tmpdir_base
trap 'rm -rf "$tap_tmp"' EXIT
trap 'exit 129' HUP INT TERM

# tap_ok NAME COMMAND [ARG ...]: passes when the command succeeds; its output is shown if it fails.
tap_ok() {
    tap_name=$1
    shift
    tap_count=$((tap_count + 1))
    if "$@" >"$tap_tmp/.output" 2>&1; then
        printf 'ok %d - %s\n' "$tap_count" "$tap_name"
    else
        tap_status=$?
        tap_failures=$((tap_failures + 1))
        printf 'not ok %d - %s\n' "$tap_count" "$tap_name"
        printf '# exit status %d of: %s\n' "$tap_status" "$*"
        sed 's/^/# /' "$tap_tmp/.output"
    fi
}

# tap_not NAME COMMAND [ARG ...]: passes when the command fails of its own accord (no signal).
tap_not() {
    tap_name=$1
    shift
    tap_ok "$tap_name" tap_must_fail "$@"
}

tap_must_fail() {
    tap_status=0
    "$@" || tap_status=$?
    [ "$tap_status" -gt 0 ] && [ "$tap_status" -lt 126 ]
}

# tap_skip NAME REASON: counts a case that cannot run here.
tap_skip() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# tap_skip_all REASON: the whole test cannot run here.
tap_skip_all() {
    printf '1..0 # SKIP %s\n' "$1"
    exit 0
}

# tap_done: the last line of a test. Failures are in the TAP, not in the exit status.
tap_done() {
    printf '1..%d\n' "$tap_count"
    exit 0
}
