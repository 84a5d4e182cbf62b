// The process that forwards the audio of voice rooms. It knows neither the database nor who its members
// are: only rooms, numbers and packets. It ends with the server that started it.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import library from 'node-datachannel';
import type { Command, Measures, Report } from './messages.ts';
import { openPeer, type Peer } from './peer.ts';
import { makeRoom, type Room, type RoomMember } from './room.ts';
import { BadOffer, readOffer, writeAnswer } from './sdp.ts';
import { makeScreens, NoScreen, ScreenFull, type Screens } from './screens.ts';

/** At most five reports of who speaks a second. */
const SPEAKING_MS = 200;

const counts = { packetsIn: 0, packetsOut: 0, dropped: 0 };
const rooms = new Map<string, { room: Room; peers: Map<number, Peer>; speaking: string }>();
const report = (message: Report): void => void process.send?.(message);

/** The library ends the process if its port is taken, so the port is tried first. */
function probe(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(port, () => {
      const found = socket.address().port;
      socket.close(() => resolve(found));
    });
  });
}

let screens: Screens | undefined;
function close(name: string, member: number): void {
  screens?.end(name, member);
  const open = rooms.get(name);
  const peer = open?.peers.get(member);
  if (open === undefined || peer === undefined) return;
  open.peers.delete(member);
  open.room.remove(member);
  peer.close();
  if (open.peers.size === 0) rooms.delete(name);
}

async function open(
  { room: name, member: number, sdp }: Extract<Command, { type: 'open' }>,
  port: number,
  addresses: readonly string[],
): Promise<string> {
  const offer = readOffer(sdp);
  close(name, number);
  const entry = rooms.get(name) ?? {
    room: makeRoom(randomInt(1, 0xffff_ff00), counts),
    peers: new Map<number, Peer>(),
    speaking: '',
  };
  rooms.set(name, entry);
  const { room, peers } = entry;
  const member: RoomMember = {
    number,
    payloadType: offer.payloadType,
    levelId: offer.levelId,
    isMuted: false,
    isDeaf: false,
    send: () => false,
  };
  let isCurrent = true;
  try {
    const peer = await openPeer(offer, port, {
      onPacket: (packet) => {
        if (isCurrent) room.forward(member, packet, performance.now());
      },
      onUp: () => report({ type: 'up', room: name, member: number }),
      onGone: () => {
        isCurrent = false;
        if (peers.get(number) !== peer) return;
        close(name, number);
        report({ type: 'gone', room: name, member: number });
      },
    });
    const wrapped: Peer = {
      ...peer,
      close: () => {
        isCurrent = false;
        peer.close();
      },
    };
    member.send = peer.send;
    peers.set(number, wrapped);
    room.members.set(number, member);
    return writeAnswer(peer.sdp, { addresses, port }, room.sources);
  } catch (error) {
    if (peers.size === 0) rooms.delete(name);
    throw error;
  }
}

function measure(): Measures {
  const { user, system } = process.cpuUsage();
  return {
    ...counts,
    ...screens!.counts(),
    pid: process.pid,
    rooms: rooms.size,
    members: [...rooms.values()].reduce((sum, { peers }) => sum + peers.size, 0),
    cpuMicros: user + system,
    memoryBytes: process.memoryUsage.rss(),
  };
}
function reportSpeaking(): void {
  for (const [name, entry] of rooms) {
    const members = entry.room.speaking(performance.now()).sort((one, other) => one - other);
    const speaking = members.join(' ');
    if (speaking === entry.speaking) continue;
    entry.speaking = speaking;
    report({ type: 'speaking', room: name, members });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NoScreen) return 'no screen';
  if (error instanceof ScreenFull) return 'screen full';
  return error instanceof BadOffer ? 'bad offer' : (error as Error).message;
}
async function obey(command: Command, port: number, addresses: readonly string[]): Promise<void> {
  if (command.type === 'open' || command.type === 'share' || command.type === 'watch') {
    const { ask } = command;
    try {
      const sdp = await (command.type === 'open'
        ? open(command, port, addresses)
        : screens!.open(command));
      report({ type: 'opened', ask, sdp });
    } catch (error) {
      report({ type: 'refused', ask, reason: reasonOf(error) });
    }
  } else if (command.type === 'endScreen')
    screens!.end(command.room, command.member, command.client);
  else if (command.type === 'close') close(command.room, command.member);
  else if (command.type === 'measure')
    report({ type: 'measured', ask: command.ask, measures: measure() });
  else {
    const entry = rooms.get(command.room);
    const member = entry?.room.members.get(command.member);
    if (entry === undefined || member === undefined) return;
    if (command.type === 'deafen') member.isDeaf = command.isDeaf;
    else {
      member.isMuted = command.isMuted;
      if (command.isMuted) entry.room.silence(command.member);
    }
  }
}

const [, , wantedPort = '0', announced = ''] = process.argv;
library.initLogger('Error', () => {});
// What cannot be sent any more belongs to a server that is gone.
process.on('disconnect', () => process.exit(0));
try {
  const port = await probe(Number(wantedPort));
  const addresses = announced.split(',');
  const isInside = (room: string, member: number) => rooms.get(room)?.peers.has(member) === true;
  screens = makeScreens({ addresses, port }, counts, isInside, report);
  process.on('message', (command: Command) => void obey(command, port, addresses));
  setInterval(reportSpeaking, SPEAKING_MS).unref();
  report({ type: 'ready', port });
} catch (error) {
  report({ type: 'unusable', reason: (error as Error).message });
  process.disconnect();
}
