/* A queue of bytes between an interrupt handler and the main loop: one writer, one reader. Pure. */
#ifndef PF_BYTES_H
#define PF_BYTES_H

#include <stdint.h>

#define BYTES_SLOTS 1024u

struct bytes {
    uint8_t slots[BYTES_SLOTS];
    volatile uint32_t put, taken;
};

static inline uint32_t bytes_held(const struct bytes *queue)
{
    return queue->put - queue->taken;
}

static inline uint32_t bytes_room(const struct bytes *queue)
{
    return BYTES_SLOTS - bytes_held(queue);
}

/* A byte that finds the queue full is dropped; its frame then fails its CRC. */
static inline void bytes_put(struct bytes *queue, uint8_t byte)
{
    if (bytes_room(queue) == 0)
        return;
    queue->slots[queue->put % BYTES_SLOTS] = byte;
    __asm volatile("" ::: "memory");
    queue->put++;
}

static inline int bytes_take(struct bytes *queue)
{
    if (bytes_held(queue) == 0)
        return -1;
    uint8_t byte = queue->slots[queue->taken % BYTES_SLOTS];
    __asm volatile("" ::: "memory");
    queue->taken++;
    return byte;
}

/* The byte `after` places behind the oldest. Requires after < held. */
static inline uint8_t bytes_peek(const struct bytes *queue, uint32_t after)
{
    return queue->slots[(queue->taken + after) % BYTES_SLOTS];
}

static inline void bytes_drop(struct bytes *queue, uint32_t count)
{
    __asm volatile("" ::: "memory");
    queue->taken += count;
}

#endif
