// The process that forwards the audio of voice rooms. It knows neither the database nor who its members
// are: only rooms, numbers and packets. It ends with the server that started it.
import { createSocket } from 'node:dgram';
import library from 'node-datachannel';
import { makeBridges, type Bridges } from './bridge.ts';
import { Busy, makeHostedRooms, WATCH_MS, type HostedRooms } from './hosted-rooms.ts';
import { makeLoad } from './load.ts';
import type { Command, Measures, Refusal, Report, VoiceSettings } from './messages.ts';
import { makeScreens, NoScreen, ScreenFull, type Screens } from './screens/screens.ts';
import { BadOffer, listensAt } from './sdp.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

/** At most five reports of who speaks a second. */
const SPEAKING_MS = 200;

const counts = { packetsIn: 0, packetsOut: 0, dropped: 0, lost: 0 };
const load = makeLoad();
/** Tells the server. Without one, this process ends. */
function report(message: Report): void {
  if (process.send === undefined) process.exit(0);
  process.send(message, undefined, undefined, (error) => {
    if (error !== null) process.exit(0);
  });
}

/** The library ends the process if its port is taken, so the port is tried first. */
function probe(port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(port, host, () => socket.close(() => resolve()));
  });
}
/** A free port of TCP may be taken in UDP: so often another one is tried. */
const MAX_TRIES = 5;
/** Opens the port for TCP, and tries it for UDP. Throws if either is taken. */
async function openGate(
  wanted: number,
  hooks: Parameters<typeof openTcpGate>[1],
  host: string | undefined,
): Promise<TcpGate> {
  for (let left = MAX_TRIES; ; left -= 1) {
    const gate = await openTcpGate(wanted, hooks, { host });
    try {
      await probe(gate.port, host);
      return gate;
    } catch (error) {
      await gate.close();
      if (wanted !== 0 || left === 1) throw error;
    }
  }
}
const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
type Parts = { rooms: HostedRooms; screens: Screens; gate: TcpGate; bridges: Bridges };
const measure = ({ rooms, screens, gate, bridges }: Parts): Measures => ({
  ...counts,
  ...rooms.count(),
  ...screens.count(),
  tcpConnections: gate.count(),
  bridges: bridges.count(),
  pid: process.pid,
  cpuMicros: cpuMicros(),
  load: load.share(),
  memoryBytes: process.memoryUsage.rss(),
});
function reasonOf(error: unknown): Refusal {
  if (error instanceof NoScreen) return 'no screen';
  if (error instanceof ScreenFull) return 'screen full';
  if (error instanceof BadOffer) return 'bad offer';
  return error instanceof Busy ? 'busy' : 'failed';
}
/** Frames that the server may have left unread: older sound is not worth more memory. */
const MAX_UNREAD = 500;
let unread = 0;
const tellBridge = (bridge: string): Parameters<Bridges['open']>[1] => ({
  onUp: () => report({ type: 'bridgeUp', bridge }),
  onGone: () => report({ type: 'bridgeGone', bridge }),
  onFrame(frame) {
    if (unread >= MAX_UNREAD || process.send === undefined) return;
    unread += 1;
    process.send({ type: 'bridgeFrame', bridge, frame } satisfies Report, () => {
      unread -= 1;
    });
  },
});
async function obey(parts: Parts, command: Command): Promise<void> {
  const { rooms, screens, bridges } = parts;
  const { type } = command;
  if (type === 'open' || type === 'share' || type === 'watch' || type === 'bridge') {
    const { ask } = command;
    try {
      const sdp = await (type === 'open'
        ? rooms.open(command)
        : type === 'bridge'
          ? bridges.open(command.bridge, tellBridge(command.bridge))
          : screens.open(command));
      report({ type: 'opened', ask, sdp });
    } catch (error) {
      report({ type: 'refused', ask, reason: reasonOf(error) });
    }
  } else if (type === 'close') rooms.close(command.room, command.member);
  else if (type === 'mute') rooms.setMuted(command.room, command.member, command.isMuted);
  else if (type === 'deafen') rooms.setDeaf(command.room, command.member, command.isDeaf);
  else if (type === 'endScreen') screens.end(command.room, command.member, command.client);
  else if (type === 'bridgeTake') bridges.take(command.bridge, command.sdp);
  else if (type === 'bridgeSend') bridges.send(command.bridge, command.frame);
  else if (type === 'bridgeClose') bridges.close(command.bridge);
  else report({ type: 'measured', ask: command.ask, measures: measure(parts) });
}

const settings = JSON.parse(process.argv[2]!) as VoiceSettings;
library.initLogger('Error', () => {});
// What cannot be sent any more belongs to a server that is gone.
process.on('disconnect', () => process.exit(0));
try {
  const { addresses, maxLoad } = settings;
  const ufrags = new Set<string>();
  const gateHooks: Parameters<typeof openTcpGate>[1] = {
    target: () => gate.port,
    isKnown: (ufrag) => ufrags.has(ufrag),
    dropped() {
      counts.dropped += 1;
    },
  };
  const gate: TcpGate = await openGate(settings.port, gateHooks, listensAt(settings));
  const { port } = gate;
  const hooks = {
    isBusy: () => load.share() >= maxLoad,
    started: (ufrag: string) => void ufrags.add(ufrag),
    ended(ufrag: string) {
      ufrags.delete(ufrag);
      gate.end(ufrag);
    },
  };
  const rooms: HostedRooms = makeHostedRooms({ addresses, port }, counts, report, {
    ...hooks,
    left: (room, member) => screens.end(room, member),
  });
  const screens: Screens = makeScreens({ addresses, port }, counts, report, {
    isInside: rooms.isInside,
    ...hooks,
  });
  const bridges = makeBridges();
  const parts = { rooms, screens, gate, bridges };
  process.on('message', (command: Command) => void obey(parts, command));
  setInterval(() => rooms.reportSpeaking(performance.now()), SPEAKING_MS).unref();
  setInterval(() => {
    load.note(performance.now(), cpuMicros());
    rooms.dropSilent(performance.now());
  }, WATCH_MS).unref();
  report({ type: 'ready', port });
} catch (error) {
  report({ type: 'unusable', reason: (error as Error).message });
  process.disconnect();
}
