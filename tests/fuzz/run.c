/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run CORPUS MUTATIONS: feeds a fuzz target with every file of a folder and with that many damaged
 * copies of them, always the same.  For compilers without libFuzzer; `make fuzz` uses that one.
 */
#include "target.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MAX 256
#define SIZE_MAX_ 65536

struct text {
    uint8_t *bytes;
    size_t size;
};

static struct text corpus[FILES_MAX];
static int files;
static uint64_t seed = 20;

static size_t below(size_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return n > 0 ? (size_t)(seed >> 33) % n : 0;
}

static int load(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct text *text = &corpus[files];
    if (!file)
        return 0;
    text->bytes = malloc(SIZE_MAX_);
    text->size = text->bytes ? fread(text->bytes, 1, SIZE_MAX_, file) : 0;
    fclose(file);
    files++;
    return text->bytes != NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All files of the folder, by name, so that results do not depend on the file system. */
static int load_all(const char *folder)
{
    static char *names[FILES_MAX];
    int count = 0, good = 1;
    DIR *directory = opendir(folder);
    if (!directory)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL && count < FILES_MAX;)
        if (entry->d_name[0] != '.')
            names[count++] = strdup(entry->d_name);
    closedir(directory);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    for (int k = 0; k < count; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, names[k]);
        good = good && load(path);
        free(names[k]);
    }
    return good && count > 0;
}

/* From memory of exactly this size, so that the sanitizer sees a step beyond it. */
static void feed(const uint8_t *bytes, size_t size)
{
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (!exact)
        return;
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

/* One or a few changes: a byte, a piece cut out or doubled, a number made absurd, another file's
 * piece, the end. */
static size_t damage(uint8_t *out, const struct text *from)
{
    static const char *const absurd[] = {"-1", "0",          "1e308", "nan", "99999999999999999999",
                                         "x",  "2147483648", "",      "\n",  "#",
                                         "\"", "${",         "*"};
    size_t size = from->size;
    memcpy(out, from->bytes, size);
    for (size_t n = 1 + below(4); n > 0; n--) {
        size_t at = below(size + 1), length = below(40);
        const struct text *other = &corpus[below((size_t)files)];
        const char *word = absurd[below(sizeof absurd / sizeof absurd[0])];
        length = at + length > size ? size - at : length;
        switch (below(6)) {
        case 0:
            if (at < size)
                out[at] = (uint8_t)below(256);
            break;
        case 1:
            memmove(out + at, out + at + length, size - at - length);
            size -= length;
            break;
        case 2:
            if (size + length <= SIZE_MAX_) {
                memmove(out + at + length, out + at, size - at);
                size += length;
            }
            break;
        case 3:
            length = strlen(word);
            if (size + length <= SIZE_MAX_) {
                memmove(out + at + length, out + at, size - at);
                memcpy(out + at, word, length);
                size += length;
            }
            break;
        case 4: {
            size_t start = below(other->size + 1), piece = below(200);
            piece = start + piece > other->size ? other->size - start : piece;
            piece = at + piece > SIZE_MAX_ ? SIZE_MAX_ - at : piece;
            memcpy(out + at, other->bytes + start, piece);
            size = at + piece > size ? at + piece : size;
            break;
        }
        default:
            if (below(4) == 0)
                size = at;
        }
    }
    return size;
}

int main(int argc, char **argv)
{
    static uint8_t out[SIZE_MAX_ + 64];
    if (argc != 3 || !load_all(argv[1])) {
        fprintf(stderr, "usage: %s CORPUS MUTATIONS (and a folder of files)\n", argv[0]);
        return 2;
    }
    long mutations = strtol(argv[2], NULL, 10);
    for (int k = 0; k < files; k++)
        feed(corpus[k].bytes, corpus[k].size);
    for (long n = 0; n < mutations; n++)
        feed(out, damage(out, &corpus[below((size_t)files)]));
    printf("%d files and %ld mutations\n", files, mutations);
    for (int k = 0; k < files; k++)
        free(corpus[k].bytes);
    return 0;
}
