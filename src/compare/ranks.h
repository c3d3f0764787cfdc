/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes of MPI that share a comparison; without MPI (configure --with-mpi) there is one. */
#ifndef MD_COMPARE_RANKS_H
#define MD_COMPARE_RANKS_H

#include <stdbool.h>
#include <stddef.h>

struct md_ranks {
    int rank, size;
    bool ours; /* MPI was begun here, and ends here */
};

void md_ranks_begin(struct md_ranks *ranks);
void md_ranks_end(struct md_ranks *ranks);

/* A parcel to rank 0; whether one has come there. */
void md_ranks_send(const struct md_ranks *ranks, const void *parcel, size_t size);
bool md_ranks_receive(const struct md_ranks *ranks, void *parcel, size_t size);

/* From rank 0 to all; returns when all have it. */
void md_ranks_share(const struct md_ranks *ranks, void *parcel, size_t size);

/* Ends all ranks at once: the comparison cannot go on. */
void md_ranks_abort(const struct md_ranks *ranks);

#endif
