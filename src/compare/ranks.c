/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The few calls of MPI that a comparison needs. */
#include "compare/ranks.h"

#include "config.h"

#ifdef MD_HAVE_MPI

#include <mpi.h>

void md_ranks_begin(struct md_ranks *ranks)
{
    int begun = 0;
    MPI_Initialized(&begun);
    *ranks = (struct md_ranks){.size = 1, .ours = !begun};
    if (!begun)
        MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->size);
}

void md_ranks_end(struct md_ranks *ranks)
{
    if (ranks->ours)
        MPI_Finalize();
    ranks->ours = false;
}

void md_ranks_send(const struct md_ranks *ranks, const void *parcel, size_t size)
{
    (void)ranks;
    MPI_Send(parcel, (int)size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

bool md_ranks_receive(const struct md_ranks *ranks, void *parcel, size_t size)
{
    int there = 0;
    if (ranks->size == 1)
        return false;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (there)
        MPI_Recv(parcel, (int)size, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return there != 0;
}

void md_ranks_share(const struct md_ranks *ranks, void *parcel, size_t size)
{
    if (ranks->size == 1)
        return;
    MPI_Bcast(parcel, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

void md_ranks_abort(const struct md_ranks *ranks)
{
    if (ranks->size > 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

#else

void md_ranks_begin(struct md_ranks *ranks)
{
    *ranks = (struct md_ranks){.size = 1};
}

void md_ranks_end(struct md_ranks *ranks)
{
    (void)ranks;
}

void md_ranks_send(const struct md_ranks *ranks, const void *parcel, size_t size)
{
    (void)ranks, (void)parcel, (void)size;
}

bool md_ranks_receive(const struct md_ranks *ranks, void *parcel, size_t size)
{
    (void)ranks, (void)parcel, (void)size;
    return false;
}

void md_ranks_share(const struct md_ranks *ranks, void *parcel, size_t size)
{
    (void)ranks, (void)parcel, (void)size;
}

void md_ranks_abort(const struct md_ranks *ranks)
{
    (void)ranks;
}

#endif
