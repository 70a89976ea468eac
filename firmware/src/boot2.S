/* The second boot stage: the boot ROM copies these 256 bytes into RAM, checks the CRC in the last four (firmware/image.py
   puts it there) and jumps here. It maps the flash as memory with the simplest read command (03h, one data line), which
   every W25Q and compatible flash supports: all code is copied to RAM at the start, so a fast flash gains nothing.
   Plain 03h also leaves the flash ready for another command, so its unique number can be read later. */

    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .equ SSI, 0x18000000
    .equ SSI_CTRLR0, 0x00
    .equ SSI_CTRLR1, 0x04
    .equ SSI_ENABLE, 0x08
    .equ SSI_SELECT, 0x10
    .equ SSI_BAUD, 0x14
    .equ SSI_SPI_CTRLR0, 0xf4

    .equ VECTORS, 0x10000100
    .equ VTOR, 0xe000ed08

    .section .boot2, "ax"
    .global boot2
    .thumb_func
boot2:
    push {lr}
    ldr  r3, =SSI
    movs r1, #0
    str  r1, [r3, #SSI_ENABLE]      /* its settings can only be written while it is off */
    movs r0, #4                     /* a quarter of the system clock: 31 MHz, below the 50 MHz of command 03h */
    str  r0, [r3, #SSI_BAUD]
    ldr  r0, =(31 << 16) | (3 << 8) /* words of 32 bits; send a command, then receive */
    str  r0, [r3, #SSI_CTRLR0]
    str  r1, [r3, #SSI_CTRLR1]      /* one word per read */
    ldr  r0, =(0x03 << 24) | (2 << 8) | (6 << 2) /* command 03h of 8 bits, address of 24 bits, no wait */
    movs r2, #SSI_SPI_CTRLR0
    str  r0, [r3, r2]
    movs r0, #1
    str  r0, [r3, #SSI_SELECT]
    str  r0, [r3, #SSI_ENABLE]

    pop  {r0}                       /* zero: called by the boot ROM; otherwise the address of a caller to return to */
    cmp  r0, #0
    beq  start
    bx   r0
start:
    ldr  r0, =VECTORS
    ldr  r1, =VTOR
    str  r0, [r1]
    ldmia r0!, {r1, r2}
    msr  msp, r1
    bx   r2
    .ltorg
