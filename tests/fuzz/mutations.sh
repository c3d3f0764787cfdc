# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every fuzz target with its corpus and a number of mutations, always the same: none may crash or
# hang. AVIMD_FUZZ_MUTATIONS makes it another number.
build=${AVIMD_BUILDDIR:-.}
source=${AVIMD_SRCDIR:-.}
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

count=0
for target in data_file:2000 deck:1500 dump_file:1000 fs:8000 funcfl:8000 pair_table:8000 restart:8000 setfl:8000; do
    name=${target%:*}
    count=$((count + 1))
    if timeout 300 "$build/tests/fuzz/$name" "$source/tests/corpus/$name" \
        "${AVIMD_FUZZ_MUTATIONS:-${target#*:}}" >"$folder/out" 2>&1; then
        echo "ok $count - $name: $(tail -n 1 "$folder/out")"
    else
        echo "not ok $count - $name survives"
        tail -n 40 "$folder/out" | sed 's/^/# /'
    fi
done
echo "1..$count"
