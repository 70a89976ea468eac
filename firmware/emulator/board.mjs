// The button board on a table: an emulated RP2040 with flash, crystal, pull-ups, a UART or USB line, sixteen contacts
// and what hangs on its output pins. Emulated time is in nanoseconds and goes on across restarts; `boot` counts those.

import { readFileSync } from 'node:fs';
import { GPIOPinState, RP2040 } from 'rp2040js';
import { ChipReset, FlashChip, FlashPins, RingOscillator, chance } from './flash.mjs';
import { paceMachines } from './pio.mjs';
import { ShiftRegisters } from './shift_registers.mjs';
import { Silicon } from './silicon.mjs';
import { UartLine } from './uart.mjs';
import { UsbHost } from './usb-host.mjs';

const FLASH = 0x10000000;
const VECTORS = FLASH + 0x100;
const CYCLE_NS = 8;
const ENTRY_CYCLES = 15; // of an exception, and of the return from it (Cortex-M0+ manual): rp2040js takes none
const RETURN_CYCLES = 10;
const FIRST_LINE_PIN = 2;
const LINES = 16;
const CHAIN_PIN = 28;
const FLASH_SELECT = 1; // its place among the flash's pins
const HAD_POR = 1 << 8;
const BOOT_ROM_JUMP = 0xb007c0d3;
const MOST_PIN_EDGES = 400_000; // of the past; a lit chain has 38,400 a second

export function readUf2(path) {
  const file = readFileSync(path);
  const pages = [];
  for (let at = 0; at < file.length; at += 512) {
    pages.push([file.readUInt32LE(at + 12) - FLASH, file.subarray(at + 32, at + 32 + file.readUInt32LE(at + 16))]);
  }
  return pages;
}

export class Board {
  // options: uf2 (path), line ('usb' or 'uart'), rom (path of the chip's boot ROM), id (8 bytes), seed, record (keep register writes), registers (two
  // 74HC595 hang on the board), startUs (what the timer says at the first boot), onBytes(bytes, atNs),
  // opens (a USB host opens the port by itself, true), onReady(host) (it has enumerated the board), onLine(line, low, atNs) (it drives a line low, or
  // releases it, as a tester does).
  constructor(options) {
    this.options = { line: 'usb', id: [1, 2, 3, 4, 5, 6, 7, 8], seed: 1, startUs: 0, opens: true, onBytes: () => {}, onReady: () => {}, onLine: () => {}, ...options };
    this.pages = readUf2(this.options.uf2);
    this.random = chance(this.options.seed);
    this.contacts = new Array(LINES).fill(false);
    this.wires = [];
    this.planned = [];
    this.storms = new Map();
    this.boots = [];
    this.chain = [];
    this.pinEdges = [];
    this.bootloader = this.bootDown = false;
    this.wantsOpen = this.options.line === 'usb' && this.options.opens;
    this.powerUp({ startNs: this.options.startUs * 1000, baseNs: 0, why: HAD_POR });
  }

  get now() { return this.baseNs + this.clock.nanos - this.startNs; }

  // Switch power off and on: everything forgotten but the flash.
  powerCycle() { this.powerUp({ startNs: 0, baseNs: this.now, why: HAD_POR }); }

  powerUp({ startNs, baseNs, why, kept }) {
    this.startNs = startNs;
    this.baseNs = baseNs;
    this.bootloader = this.restart = false;
    this.hungAt = null;
    const rp2040 = (this.rp2040 = new RP2040());
    this.clock = rp2040.clock;
    this.clock.nanosCounter = startNs;
    this.silicon = new Silicon(rp2040, this.options.record);
    for (const [at, page] of this.pages) rp2040.flash.set(page, at);
    this.addFlash(why);
    rp2040.bootrom.set(new Uint32Array(new Uint8Array(readFileSync(this.options.rom)).buffer));
    this.addWatchdog(kept);
    this.registers = this.options.registers ? new ShiftRegisters((sentence) => this.silicon.offend(sentence)) : null;
    this.addPulls();
    paceMachines(rp2040.pio[0], this.clock, CYCLE_NS);
    this.addLine();
    this.planNext();
    for (const line of this.storms.keys()) this.toggleSoon(line);
    this.boots.push({ atNs: baseNs, silicon: this.silicon, host: this.host });
    this.addExceptions();
    rp2040.core.VTOR = VECTORS;
    rp2040.core.reset();
  }

  // An interrupt takes its time on the way in and out, whether it finds the processor asleep or not.
  addExceptions() {
    const { core } = this.rp2040;
    const enter = core.exceptionEntry.bind(core);
    const leave = core.exceptionReturn.bind(core);
    this.owedCycles = 0;
    core.exceptionEntry = (number) => {
      this.owedCycles += ENTRY_CYCLES;
      enter(number);
    };
    core.exceptionReturn = (value) => {
      this.owedCycles += RETURN_CYCLES;
      leave(value);
    };
  }

  addFlash(why) {
    const { peripherals } = this.rp2040;
    const chip = new FlashChip(this.options.id);
    peripherals[0x18000] = chip;
    const select = this.rp2040.qspi[FLASH_SELECT];
    peripherals[0x40018] = this.flashPins = new FlashPins(chip, select, this.silicon, () => this.now / 1000);
    this.flashPins.press(this.bootDown);
    peripherals[0x40060] = new RingOscillator(this.random);
    peripherals[0x40064] = new ChipReset(why);
  }

  addWatchdog(kept) {
    const watchdog = this.rp2040.peripherals[0x40058];
    if (kept) {
      watchdog.scratchData.set(kept.scratch);
      watchdog.reason = kept.reason;
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.timer.enable = watchdog.alarm.enable = false; // rp2040js would fire it for ever
      if (watchdog.scratchData[4] === BOOT_ROM_JUMP) this.bootloader = true; // the ROM's own code asked for a place of its own
      else if (this.silicon.watchdogResets) this.restart = true;
      else this.silicon.offend('the watchdog fires, and nothing is chosen to be reset');
    };
  }

  restartByWatchdog() {
    const { scratchData, reason } = this.rp2040.peripherals[0x40058];
    this.powerUp({ startNs: 0, baseNs: this.now, why: HAD_POR, kept: { scratch: [...scratchData], reason } });
  }

  // A contact that is open leaves its pin to the pull-up, if the firmware switched that on; a wire ties a line to a pin.
  addPulls() {
    const { rp2040 } = this;
    const pads = rp2040.peripherals[0x4001c];
    const write = pads.writeUint32.bind(pads);
    pads.writeUint32 = (offset, value) => {
      write(offset, value);
      const line = offset / 4 - 1 - FIRST_LINE_PIN;
      if (line >= 0 && line < LINES) this.drive(line);
    };
    this.levels = new Array(LINES).fill(null);
    this.lows = new Array(LINES).fill(false);
    for (const pin of [...rp2040.gpio]) pin.addListener(() => this.pinChanged(pin.index));
    for (let line = 0; line < LINES; line++) this.drive(line);
  }

  drive(line) {
    const pin = this.rp2040.gpio[line + FIRST_LINE_PIN];
    const low = this.contacts[line] || this.isLow(line + FIRST_LINE_PIN) || this.wires.some(([lamp, to]) => to === line && this.isLow(lamp));
    const level = !low && pin.pullupEnabled;
    if (level === this.levels[line]) return; // rp2040js would see an edge in a level that stays
    this.levels[line] = level;
    pin.setInputValue(level);
  }

  isLow(pin) { return this.rp2040.gpio[pin].value === GPIOPinState.Low; }

  pinChanged(index) {
    const value = this.rp2040.gpio[index].value;
    const line = index - FIRST_LINE_PIN;
    if (line >= 0 && line < LINES && this.lows[line] !== this.isLow(index)) {
      this.lows[line] = !this.lows[line];
      this.drive(line);
      this.options.onLine(line, this.lows[line], this.now);
    }
    if (value > GPIOPinState.High) return;
    this.registers?.pinChanged(index, value, this.now);
    if (this.options.record || index === CHAIN_PIN) this.pinEdges.push([this.now, index, value]);
    if (this.pinEdges.length > MOST_PIN_EDGES) this.pinEdges.splice(0, MOST_PIN_EDGES / 2);
    for (const [pin, line] of this.wires) if (pin === index) this.drive(line);
  }

  setContact(line, closed) {
    this.contacts[line] = closed;
    this.drive(line);
  }

  // Press or release the BOOT button.
  pressBoot(down) {
    this.bootDown = down;
    this.flashPins.press(down);
  }

  // Join an output pin to a line by a wire.
  wire(pin, line) {
    this.wires.push([pin, line]);
    this.drive(line);
  }

  addLine() {
    const give = (bytes) => this.options.onBytes(bytes, this.now);
    if (this.options.line === 'uart') {
      this.uart = new UartLine(this.rp2040, this.silicon, (byte) => give([byte]));
      this.host = null;
    } else {
      const ready = () => {
        if (this.wantsOpen) this.host.setOpen(true);
        this.options.onReady(this.host);
      };
      this.host = new UsbHost(this.rp2040, this.silicon, give, ready);
    }
  }

  // What the host sends.
  feed(bytes) { (this.host ?? this.uart).feed(bytes); }

  setOpen(open) {
    this.wantsOpen = open;
    this.host?.setOpen(open);
  }

  // From now on the main loop stands still (interrupts still work): the watchdog must notice.
  hang() {
    const { core } = this.rp2040;
    while (core.IPSR !== 0) this.step();
    this.rp2040.writeUint16(core.PC, 0xe7fe); // b .
    core.waiting = false;
    this.hungAt = core.PC;
  }

  step() {
    const cycles = this.rp2040.core.executeInstruction() + this.owedCycles;
    this.owedCycles = 0;
    this.clock.tick(cycles * CYCLE_NS);
  }

  // Let contacts close and open: [[atNs, line, closed], …], ascending and after everything planned before. Several lines
  // in the place of one are joined by a wire: one contact for all of them.
  plan(edges) {
    const idle = this.planned.length === 0;
    this.planned = this.planned.concat(edges);
    if (idle) this.planNext();
  }

  planNext() {
    if (!this.planned.length) return;
    const [atNs] = this.planned[0];
    this.nextPlanned = this.clock.createAlarm(() => {
      const [, line, closed] = this.planned.shift();
      for (const each of [line].flat()) this.setContact(each, closed);
      this.planNext();
    });
    this.nextPlanned.schedule(Math.max(0, atNs - this.now));
  }

  // A line changes so many thousand times a second, with a little chance in it, until it is told 0: it stays open then.
  storm(line, kiloEdges) {
    const storms = this.storms.has(line);
    if (kiloEdges) this.storms.set(line, 1e6 / kiloEdges);
    else this.storms.delete(line);
    if (kiloEdges && !storms) this.toggleSoon(line);
    if (!kiloEdges) this.setContact(line, false);
  }

  toggleSoon(line) {
    const toggle = this.clock.createAlarm(() => {
      if (!this.storms.has(line)) return;
      this.setContact(line, !this.contacts[line]);
      wait();
    });
    const wait = () => toggle.schedule(this.storms.get(line) * (0.9 + 0.2 * this.random()));
    wait();
  }

  runUntil(atNs) {
    while (this.now < atNs && !this.bootloader) {
      const { core } = this.rp2040;
      const { clock } = this;
      const limit = atNs - this.baseNs + this.startNs;
      while (clock.nanosCounter < limit && !this.restart && !this.bootloader) {
        if (core.waiting || (core.PC === this.hungAt && !core.interruptsUpdated)) { // nothing but an alarm changes anything
          const alarm = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
          clock.tick(Math.max(0, Math.min(alarm, limit) - clock.nanosCounter));
        } else {
          this.step();
        }
      }
      if (this.restart) this.restartByWatchdog();
    }
  }
}
