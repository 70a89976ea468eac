/* The numbers of the board's protocol; docs/protocol.md says what they mean.
   Written by `python -m hardware.board.protocol`: change hardware/board/protocol.py instead. */
#ifndef PF_PROTOCOL_H
#define PF_PROTOCOL_H

#define PF_VERSION 1
#define PF_TYPE_HELLO 0x1
#define PF_TYPE_EDGES 0x2
#define PF_TYPE_STATUS 0x3
#define PF_TYPE_PONG 0x4
#define PF_TYPE_LOG 0x5
#define PF_TYPE_BOOT_BUTTON 0x6
#define PF_TYPE_HELLO_REQUEST 0x81
#define PF_TYPE_PING 0x82
#define PF_TYPE_LAMPS 0x83
#define PF_TYPE_BOOTLOADER 0x84
#define PF_TYPE_OUTPUT 0x85
#define PF_TYPE_STEPS 0x86
#define PF_TYPE_RUN 0x87
#define PF_TYPE_READ_BOOT_BUTTON 0x88
#define PF_RESET_POWER 0
#define PF_RESET_RUN_PIN 1
#define PF_RESET_WATCHDOG 2
#define PF_RESET_REQUEST 3
#define PF_RESET_UNKNOWN 255
#define PF_TRANSPORT_USB 0
#define PF_TRANSPORT_UART 1
#define PF_OUTPUT_PINS 0
#define PF_OUTPUT_REGISTERS 1
#define PF_FEATURE_BOOT_BUTTON 0
#define PF_EFFECT_STEADY 0
#define PF_EFFECT_BLINK 1
#define PF_EFFECT_PULSE 2
#define PF_EFFECT_CHASE 3
#define PF_SIZE_HELLO 46
#define PF_SIZE_EDGES_HEAD 12
#define PF_SIZE_EDGE 5
#define PF_SIZE_STATUS 34
#define PF_SIZE_PONG 20
#define PF_SIZE_LOG_HEAD 1
#define PF_SIZE_BOOT_BUTTON 5
#define PF_SIZE_HELLO_REQUEST 1
#define PF_SIZE_PING 4
#define PF_SIZE_LAMPS_HEAD 2
#define PF_SIZE_LAMP 6
#define PF_SIZE_OUTPUT 1
#define PF_SIZE_BOOTLOADER 4
#define PF_SIZE_STEPS_HEAD 2
#define PF_SIZE_STEP 6
#define PF_SIZE_RUN 6
#define PF_SIZE_READ_BOOT_BUTTON 4
#define PF_LINES 16
#define PF_LAMPS 16
#define PF_PLAIN_LAMPS 7
#define PF_EDGE_CLOSED 0x80
#define PF_MAX_PAYLOAD 192
#define PF_MAX_ENCODED 197
#define PF_CRC_START 0xFFFFu
#define PF_CRC_POLYNOMIAL 0x1021
#define PF_STATUS_MS 100
#define PF_HOST_SILENT_MS 3000
#define PF_STORM_EDGES 200
#define PF_STORM_WINDOW_MS 20
#define PF_STORM_MASK_MS 200
#define PF_LAMP_PERIOD_MS 20
#define PF_BOOTLOADER_MAGIC 0x544F4F42u
#define PF_UART_BAUD 460800u
#define PF_USB_VENDOR 0x1209
#define PF_USB_PRODUCT 0x1
#define PF_FIRST_LINE_PIN 2
#define PF_CHAIN_PIN 28
#define PF_UART_TX_PIN 0
#define PF_UART_RX_PIN 1
#define PF_REGISTER_DATA_PIN 22
#define PF_REGISTER_CLOCK_PIN 26
#define PF_REGISTER_LATCH_PIN 27
#define PF_PLAIN_BESIDE_REGISTERS 4
#define PF_REGISTER_FRAME_US 2550
#define PF_STEP_NS 40
#define PF_LEAST_TURNS 5
#define PF_MOST_STEPS 2048
#define PF_LAMP0_PIN 18
#define PF_LAMP1_PIN 19
#define PF_LAMP2_PIN 20
#define PF_LAMP3_PIN 21
#define PF_LAMP4_PIN 22
#define PF_LAMP5_PIN 26
#define PF_LAMP6_PIN 27

#define PF_USB_NAME "Photo Finish button board"
#define PF_TESTER_NAME "Photo Finish tester"

#endif
