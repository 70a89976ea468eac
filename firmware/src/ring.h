/* A ring buffer of edges from the interrupt handler, which puts, to the main loop, which takes. Pure.

   One writer, one reader, no lock: the counters only ever go up (modulo 2^32), and a slot is written before `put` counts it.
   Every edge gets a number; an edge that finds the ring full keeps its number and is counted as lost. */
#ifndef PF_RING_H
#define PF_RING_H

#include <stdint.h>

#ifndef RING_SLOTS
#define RING_SLOTS 2048u /* a power of two; room for some forty milliseconds of all sixteen contacts bouncing at once */
#endif

struct edge {
    uint64_t time;   /* in ticks of 1 us since boot */
    uint32_t number; /* counted since boot, including lost edges */
    uint8_t what;    /* the line; PF_EDGE_CLOSED is set if its contact closed */
};

struct ring {
    struct edge slots[RING_SLOTS];
    volatile uint32_t put;
    volatile uint32_t taken;
    volatile uint32_t number; /* the next edge's */
    volatile uint32_t lost;
    volatile uint32_t peak; /* the most it ever held */
};

static inline void ring_put(struct ring *ring, uint64_t time, uint8_t what)
{
    uint32_t put = ring->put, number = ring->number;
    uint32_t held = put - ring->taken;
    ring->number = number + 1;
    if (held >= RING_SLOTS) {
        ring->lost++;
        return;
    }
    struct edge *slot = &ring->slots[put % RING_SLOTS];
    slot->time = time;
    slot->number = number;
    slot->what = what;
    __asm volatile("" ::: "memory");
    ring->put = put + 1;
    if (held >= ring->peak)
        ring->peak = held + 1;
}

/* The edge `after` places behind the oldest. Requires after < put - taken. */
static inline const struct edge *ring_peek(const struct ring *ring, uint32_t after)
{
    return &ring->slots[(ring->taken + after) % RING_SLOTS];
}

static inline void ring_drop(struct ring *ring, uint32_t count)
{
    __asm volatile("" ::: "memory");
    ring->taken += count;
}

#endif
