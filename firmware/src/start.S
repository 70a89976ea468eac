/* From boot2 to main: the whole image is copied to RAM, interrupt vectors included, so that no interrupt ever waits for
   the flash. Only the section .flash runs from flash, once. */

    .syntax unified
    .cpu cortex-m0plus
    .thumb

    .equ VTOR, 0xe000ed08

    .section .flash, "ax"
    .global flash_vectors
flash_vectors:                      /* boot2 reads stack and entry here; no interrupt comes before the copy is done */
    .word stack_top
    .word reset
    .global reset
    .thumb_func
reset:
    cpsid i
    ldr  r0, =image_start
    ldr  r1, =image_end
    ldr  r2, =image_load
copy:
    cmp  r0, r1
    bhs  copied
    ldmia r2!, {r3}
    stmia r0!, {r3}
    b    copy
copied:
    ldr  r0, =bss_start
    ldr  r1, =bss_end
    movs r2, #0
clear:
    cmp  r0, r1
    bhs  cleared
    stmia r0!, {r2}
    b    clear
cleared:
    ldr  r0, =vectors
    ldr  r1, =VTOR
    str  r0, [r1]
    cpsie i
    ldr  r0, =main
    blx  r0
    b    .
    .ltorg

    .section .vectors, "a"
    .global vectors
vectors:
    .word stack_top
    .word reset
    .rept 14
    .word stuck
    .endr
    .word timer_irq                 /* 0: alarm 0 */
    .rept 4
    .word stuck
    .endr
    .word usb_irq                   /* 5 */
    .rept 7
    .word stuck
    .endr
    .word edges_irq                 /* 13: any of the button pins */
    .rept 6
    .word stuck
    .endr
    .word uart_irq                  /* 20: UART 0 */
    .rept 5
    .word stuck
    .endr
    .word decode_irq                /* 26: raised by the handler of the button pins */
    .rept 5
    .word stuck
    .endr

    .text
    .weak usb_irq
    .weak uart_irq
    .thumb_func
stuck:                              /* a fault, or an unexpected interrupt: the watchdog restarts the board */
usb_irq:
uart_irq:
    b    .
