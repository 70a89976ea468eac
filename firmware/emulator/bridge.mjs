// Lets other programs use an emulated button board: its serial port as a TCP port, everything else by commands.
//
//   node bridge.mjs --uf2 FILE --line usb|uart [--paced] [--id HEX] [--seed N] [--start-us N] [--record] [--registers]
//      [--cable] [--tester FILE]
//
// With --tester a second board has that image, and its lines are wired to the board's, pin to pin.
// With --cable the TCP port is not the serial port but the USB cable itself, for a guest of QEMU (usb-cable.mjs). Commands
// come on standard input and answers go to standard output, one JSON object a line; firmware/README.md lists them. The
// first line out is {"port": N}. It ends when standard input does.

import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Board } from './board.mjs';
import { UsbCable } from './usb-cable.mjs';

const PACE_MS = 1;

const { values } = parseArgs({
  options: {
    uf2: { type: 'string' },
    rom: { type: 'string', default: fileURLToPath(new URL('node_modules/boot-rom.bin', import.meta.url)) },
    line: { type: 'string', default: 'usb' },
    paced: { type: 'boolean', default: false },
    id: { type: 'string', default: '0102030405060708' },
    seed: { type: 'string', default: '1' },
    'start-us': { type: 'string', default: '0' },
    record: { type: 'boolean', default: false },
    registers: { type: 'boolean', default: false },
    cable: { type: 'boolean', default: false },
    tester: { type: 'string' },
  },
});

let client = null;
let cable = null; // to the guest that has the board now
let ready = null; // the host that has enumerated it
let kept = [];
let sent = 0;
let received = 0;

function fromBoard(bytes, atNs) {
  const data = Buffer.from(bytes);
  if (cable) cable.sink(data);
  else if (client) {
    client.write(data);
    sent += data.length;
  } else kept.push([Math.round(atNs) / 1000, data.toString('hex')]);
}

const board = new Board({
  uf2: values.uf2,
  rom: values.rom,
  line: values.line,
  id: [...Buffer.from(values.id, 'hex')],
  seed: Number(values.seed),
  startUs: Number(values['start-us']),
  record: values.record,
  registers: values.registers,
  opens: !values.cable,
  onBytes: fromBoard,
  onReady: (host) => {
    ready = host;
    cable?.plug(host);
  },
});

// The tester drives the board's lines and the board never drives any, so the tester is always a little ahead: what it does is planned
// for the board, to the nanosecond.
const AHEAD_NS = 50_000; // more than what a board may run beyond the time it is given
let drives = [];
let testerKept = [];
const tester = values.tester && new Board({
  uf2: values.tester,
  rom: values.rom,
  id: [...Buffer.from('7465737465720001', 'hex')],
  seed: Number(values.seed) + 1,
  onBytes: (bytes, atNs) => testerKept.push([Math.round(atNs) / 1000, Buffer.from(bytes).toString('hex')]),
  onLine: (line, low, atNs) => drives.push([atNs, line, low]),
});

function runUntil(atNs) {
  if (tester) {
    tester.runUntil(atNs + AHEAD_NS);
    board.plan(drives);
    drives = [];
  }
  board.runUntil(atNs);
}

const began = process.hrtime.bigint();
const catchUp = () => values.paced && runUntil(Number(process.hrtime.bigint() - began));
const nowUs = () => board.now / 1000;

// A serial port is opened when somebody connects and closed when they go. Emulated time first catches up: bytes from
// outside must not arrive in the board's past.
function openPort(socket) {
  client?.destroy();
  client = socket;
  sent = received = 0;
  board.setOpen(true);
  socket.on('data', (data) => {
    catchUp();
    received += data.length;
    board.feed(data);
  });
  const gone = () => {
    if (client !== socket) return;
    client = null;
    catchUp();
    board.setOpen(false);
  };
  socket.on('close', gone);
  socket.on('error', gone);
}

// A guest that is switched off takes the board's power with it.
function plugIn(socket) {
  const mine = (cable = new UsbCable(socket));
  if (ready) mine.plug(ready);
  socket.on('data', (data) => {
    catchUp();
    if (cable === mine) mine.feed(data);
  });
  const gone = () => {
    if (cable !== mine) return;
    catchUp();
    cable = ready = null;
    board.powerCycle();
  };
  socket.on('close', gone);
  socket.on('error', gone);
}

const server = createServer((socket) => {
  catchUp();
  socket.setNoDelay(true);
  if (values.cable) plugIn(socket);
  else openPort(socket);
});

function boots() {
  const told = [...board.boots, ...(tester ? tester.boots : [])].map(({ atNs, silicon, host }) => ({
    at: atNs / 1000,
    offences: silicon.offences,
    writes: silicon.writes,
    descriptors: host?.descriptors ?? null,
    address: host?.address ?? null,
  }));
  return { boots: told };
}

function report() {
  const { pinEdges: pins, bootloader, silicon, flashPins } = board;
  return { ...boots(), pins, bootloader, listens: silicon.listensNs / 1000, floats: flashPins.floated };
}

const commands = {
  // Emulated time goes on by so many microseconds; what the board sent meanwhile, if no client took it, and how much went
  // to and fro since a client connected.
  run: (us) => {
    runUntil(board.now + us * 1000);
    const [bytes, testerBytes] = [kept, testerKept];
    kept = [];
    testerKept = [];
    return { bytes, sent, received, tester: testerBytes };
  },
  edges: (edges) => board.plan(edges.map(([us, line, closed]) => [us * 1000, line, closed])),
  contact: ([line, closed]) => board.setContact(line, closed),
  boot: (down) => board.pressBoot(down),
  storm: ([line, kiloEdges]) => board.storm(line, kiloEdges),
  feed: (hex) => board.feed(Buffer.from(hex, 'hex')),
  feedTester: (hex) => tester.feed(Buffer.from(hex, 'hex')),
  light: (edges) => tester.plan(edges.map(([us, line, closed]) => [us * 1000, line, closed])),
  open: (open) => board.setOpen(open),
  reading: (reading) => board.host.setReading(reading),
  wire: ([pin, line]) => board.wire(pin, line),
  hang: () => board.hang(),
  power: () => board.powerCycle(),
  touch1200: () => board.host.touch1200(),
  resetBus: () => board.host.resetBus(),
  boots,
  latches: () => ({ latches: board.registers.latches }),
  report,
};

function obey(text) {
  catchUp();
  const [[name, argument]] = Object.entries(JSON.parse(text));
  const result = commands[name](argument) ?? {};
  catchUp();
  process.stdout.write(JSON.stringify({ now: nowUs(), ...result }) + '\n');
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(JSON.stringify({ port: server.address().port }) + '\n');
  const lines = createInterface({ input: process.stdin });
  lines.on('line', obey);
  lines.on('close', () => process.exit(0));
  if (values.paced) setInterval(catchUp, PACE_MS);
});
