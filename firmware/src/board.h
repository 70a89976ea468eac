/* The board's side of the protocol: carries out the host's frames, and makes frames of edges. Pure but for `platform.h`.

   It keeps the promise "told up to" of docs/protocol.md: a frame that states a time is sent after every edge up to that time. */
#ifndef PF_BOARD_H
#define PF_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "lamps.h"
#include "ring.h"

#define VERSION_MAJOR 0
#define VERSION_MINOR 5
#define VERSION_PATCH 0

struct identity {
    uint8_t board_id[8];
    uint32_t boot_id;
    uint8_t reset, transport;
};

/* The board's state: every edge stamped at or before `time` is among the first `put` of the ring, or lost. */
struct standing {
    uint64_t time;
    uint32_t levels, number, lost, put, peak;
    uint32_t masked, storms; /* the lines masked now, and how often a line was masked */
};

/* A message that must be sent after the edges before it. */
struct notice {
    uint8_t type;
    uint32_t nonce;
    struct standing at;
};

#define NOTICES 8u

struct board {
    struct identity identity;
    struct ring *ring;
    struct frame_reader reader;
    struct lamps lamps;
    struct notice notices[NOTICES];
    uint32_t notices_put, notices_taken;
    uint32_t bad_frames;
    uint64_t next_status, last_heard;
    uint8_t sequence;
    bool bootloader_asked;
    bool (*obey_more)(const struct frame_reader *frame); /* carries out the tester's own frames; NULL on a button board */
};

void board_start(struct board *board, const struct identity *identity, struct ring *ring);

/* Process a byte from the line. */
void board_receive(struct board *board, uint8_t byte);

/* Queue a HELLO. */
void board_hello(struct board *board);

/* Queue a PONG. */
void board_pong(struct board *board, uint32_t nonce);

/* Queue the status when it is due; darken the lamps after a long silence of the host. */
void board_tick(struct board *board);

/* Write the next frame to send into `coded` (FRAME_MAX_CODED bytes); return its length, 0 if there is none. */
size_t board_next_frame(struct board *board, uint8_t *coded);

#endif
