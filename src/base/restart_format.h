/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a restart file looks; numbers are little-endian on every machine.
 *
 *     8 bytes  "AviMD\r\n\x1a"    damaged when the file went through a text conversion
 *     u32      version             of this format
 *     u32      number of arrays
 *     u64      size of the file in bytes
 *     u32      CRC-32 of the 24 bytes before
 *   for each array:
 *     u8       kind                'd' doubles, 'i' 64-bit integers, 'b' bytes 0 or 1, 't' text
 *     u8       length of the path
 *     u16      0
 *     u64      number of values
 *     ...      path                "section:section:name", without a 0 at its end
 *     ...      values
 *     u32      CRC-32 of this array, from its kind on
 *   at the end:
 *     u32      CRC-32 of everything before
 *
 * The CRC-32 is zlib's.  What the arrays mean is said where they are made (run/restart.c and the
 * hooks `keep`); names that a reader does not know do not disturb it.
 */
#ifndef MD_BASE_RESTART_FORMAT_H
#define MD_BASE_RESTART_FORMAT_H

#define MD_RESTART_MAGIC   "AviMD\r\n\x1a"
#define MD_RESTART_VERSION 2  /* 1: sums in the order of the atoms in memory */
#define MD_RESTART_NEWEST  3  /* angles, dihedrals, impropers; files without them have format 2 */
#define MD_RESTART_HEADER  28 /* bytes before the first array */
#define MD_RESTART_ARRAY   12 /* bytes of an array before its path */
#define MD_RESTART_ARRAYS  20000

struct md_archive;

/* The format of the file that the archive came from, or that it needs: MD_RESTART_VERSION, unless
 * something in it asked for more.  Programs that know less refuse such a file instead of leaving
 * out what they do not know. */
int md_archive_format(const struct md_archive *archive);
void md_archive_need_format(struct md_archive *archive, int format);

#endif
