/* A ring buffer of samples of the edge detectors, from the sampling interrupt, which puts, to the decoding interrupt.

   One writer, one reader, no lock, as in ring.h. */
#ifndef PF_SAMPLE_H
#define PF_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#define SAMPLE_GROUPS 3u /* the chip keeps eight pins in a register, four bits each */
#define SAMPLE_PINS 8u
#define SAMPLE_FELL 4u
#define SAMPLE_ROSE 8u

#define SAMPLES_SLOTS 256u /* a power of two */
#define SAMPLES_CROWDED 64u /* with this many waiting the decoder no longer keeps up */
#define SAMPLES_FULL 224u   /* leaves room for another from each line, and a reserve */

/* One run of the sampling interrupt. It reads in this order, so `pins` is older than `seen`. */
struct sample {
    uint32_t low;                 /* the timer's low half, us */
    uint32_t pins;                /* every pin's level at one instant */
    uint32_t seen[SAMPLE_GROUPS]; /* the edges since the sample before, in the chip's own layout */
    uint32_t unused[3];           /* pads to 32 bytes: the sampler has no time to multiply */
};

struct samples {
    volatile uint32_t put, taken;
    struct sample slots[SAMPLES_SLOTS];
};

static inline uint32_t samples_held(const struct samples *samples)
{
    return samples->put - samples->taken;
}

/* Whether the sample after the oldest has arrived and was taken immediately after it: a run of the interrupt takes less than
   a tick, and an edge that one run misses is found in a run right after it. */
static inline bool samples_next_is_near(const struct samples *samples)
{
    uint32_t taken = samples->taken;
    const struct sample *oldest = &samples->slots[taken % SAMPLES_SLOTS], *next = &samples->slots[(taken + 1) % SAMPLES_SLOTS];
    return samples_held(samples) > 1 && next->low - oldest->low <= 1;
}

/* Return a bit for each pin of a group that fell or rose, at the place of its SAMPLE_FELL. */
static inline uint32_t sample_changed(uint32_t seen)
{
    return (seen | seen >> 1) & 0x44444444u;
}

/* Return the pins of `changed` that also changed in the three samples before number `put`: only a storm does that, because
   samples are a microsecond apart. Requires put >= 3. */
static inline uint32_t samples_storming(const struct samples *samples, uint32_t put, unsigned group, uint32_t changed)
{
    for (uint32_t back = 1; back <= 3; back++)
        changed &= sample_changed(samples->slots[(put - back) % SAMPLES_SLOTS].seen[group]);
    return changed;
}

#endif
