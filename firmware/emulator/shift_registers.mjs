// Two 74HC595 in a chain on the board's three pins, as their data sheet has them: the data goes in while the clock rises,
// all outputs change while the latch rises. What would be too quick for one at 2 V and 125 °C is an offence.

const PINS = { 22: 'data', 26: 'clock', 27: 'latch' };
const LEAST_NS = 120;
const AT_POWER_ON = 0xa5c3; // anything: nobody clears them
const MOST_LATCHES = 50_000;

export class ShiftRegisters {
  // `offend` takes a sentence.
  constructor(offend) {
    this.offend = offend;
    this.levels = { data: 0, clock: 0, latch: 0 };
    this.changedNs = { data: -Infinity, clock: -Infinity, latch: -Infinity };
    this.shifted = AT_POWER_ON;
    this.latches = [[0, AT_POWER_ON]]; // [ns, outputs]: bit n is the n-th of the chain, counted from the board
  }

  pinChanged(pin, level, nowNs) {
    const name = PINS[pin];
    if (!name || level === this.levels[name]) return;
    this.levels[name] = level;
    if (name !== 'data') this.check(name, nowNs);
    this.changedNs[name] = nowNs;
    if (name === 'clock' && level) this.shifted = ((this.shifted << 1) | this.levels.data) & 0xffff;
    if (name === 'latch' && level) this.latch(nowNs);
  }

  latch(nowNs) {
    this.latches.push([nowNs, this.shifted]);
    if (this.latches.length > MOST_LATCHES) this.latches.splice(0, MOST_LATCHES / 2);
  }

  check(name, nowNs) {
    const since = (other) => nowNs - this.changedNs[other];
    if (since(name) < LEAST_NS) this.offend(`a 74HC595's ${name} changes for less than ${LEAST_NS} ns`);
    if (!this.levels[name]) return;
    if (name === 'clock' && since('data') < LEAST_NS) this.offend('a 74HC595 is clocked before its data stands');
    if (name === 'latch' && since('clock') < LEAST_NS) this.offend('a 74HC595 is latched before its last bit stands');
  }
}
