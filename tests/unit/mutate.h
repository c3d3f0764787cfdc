/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damage to files that readers must survive, always the same for the same seed. */
#ifndef MD_TEST_MUTATE_H
#define MD_TEST_MUTATE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t mutate_draw(uint32_t *state, uint32_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % limit;
}

/* One change: a byte, something of the reader's own words (`bits`, ended by NULL) put in, something
 * taken out, the end cut off or two parts exchanged.  A quarter of them in the first `head` bytes.
 */
static inline void mutate(uint32_t *state, const char *const *bits, size_t head, char *text,
                          size_t *size, size_t room)
{
    uint32_t count = 0;
    while (bits[count])
        count++;
    size_t near = *size < head ? *size : head, where = mutate_draw(state, 4) ? *size : near;
    size_t at = mutate_draw(state, (uint32_t)where + 1);
    const char *bit = bits[mutate_draw(state, count)];
    size_t length = strlen(bit);
    switch (mutate_draw(state, 4)) {
    case 0:
        if (at < *size)
            text[at] = (char)mutate_draw(state, 256);
        break;
    case 1:
        if (*size + length < room) {
            memmove(text + at + length, text + at, *size - at);
            memcpy(text + at, bit, length);
            *size += length;
        }
        break;
    case 2:
        length = mutate_draw(state, 20);
        length = length < *size - at ? length : *size - at;
        memmove(text + at, text + at + length, *size - at - length);
        *size -= length;
        break;
    default:
        if (mutate_draw(state, 8) == 0)
            *size = at;
        else
            for (size_t k = 0; k < 12 && at + 24 <= *size; k++) {
                char c = text[at + k];
                text[at + k] = text[at + 12 + k];
                text[at + 12 + k] = c;
            }
        break;
    }
}

#endif
