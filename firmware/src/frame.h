/* Frames as in docs/protocol.md: COBS with a CRC inside and a trailing zero. Pure. */
#ifndef PF_FRAME_H
#define PF_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

#define FRAME_HEAD 2u /* type, sequence */
#define FRAME_CRC 2u
#define FRAME_MAX_CODED (PF_MAX_ENCODED + 1u) /* with its zero */

uint16_t frame_crc(const uint8_t *data, size_t length);

/* Write a frame, its zero included, to `coded` (FRAME_MAX_CODED bytes); return its length. At most PF_MAX_PAYLOAD bytes. */
size_t frame_encode(uint8_t type, uint8_t sequence, const uint8_t *payload, size_t length, uint8_t *coded);

enum frame_result { FRAME_NONE, FRAME_GOOD, FRAME_BAD };

/* Collects the bytes of one frame. All zero at first. After FRAME_GOOD: type, sequence, payload and length are valid. */
struct frame_reader {
    uint8_t coded[PF_MAX_ENCODED];
    uint8_t body[PF_MAX_ENCODED];
    size_t held; /* PF_MAX_ENCODED + 1: more bytes came than any frame has */
    uint8_t type, sequence;
    const uint8_t *payload;
    size_t length;
};

enum frame_result frame_feed(struct frame_reader *reader, uint8_t byte);

static inline void put_u16(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static inline void put_u32(uint8_t *to, uint32_t value)
{
    put_u16(to, value);
    put_u16(to + 2, value >> 16);
}

static inline void put_u64(uint8_t *to, uint64_t value)
{
    put_u32(to, (uint32_t)value);
    put_u32(to + 4, (uint32_t)(value >> 32));
}

static inline uint32_t get_u32(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

#endif
