// The process that forwards the audio of voice rooms. It knows neither the database nor who its members
// are: only rooms, numbers and packets. It ends with the server that started it.
import { createSocket } from 'node:dgram';
import library from 'node-datachannel';
import { Busy, makeHostedRooms, WATCH_MS, type HostedRooms } from './hosted-rooms.ts';
import { makeLoad } from './load.ts';
import type { Command, Measures, Report, VoiceSettings } from './messages.ts';
import { BadOffer } from './sdp.ts';

/** At most five reports of who speaks a second. */
const SPEAKING_MS = 200;

const counts = { packetsIn: 0, packetsOut: 0, dropped: 0 };
const load = makeLoad();
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
const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const measure = (rooms: HostedRooms): Measures => ({
  ...counts,
  ...rooms.count(),
  pid: process.pid,
  cpuMicros: cpuMicros(),
  load: load.share(),
  memoryBytes: process.memoryUsage.rss(),
});
function reasonOf(error: unknown): Extract<Report, { type: 'refused' }>['reason'] {
  if (error instanceof BadOffer) return 'bad offer';
  return error instanceof Busy ? 'busy' : 'failed';
}
async function obey(rooms: HostedRooms, command: Command): Promise<void> {
  const { type } = command;
  if (type === 'open') {
    const { ask } = command;
    try {
      report({ type: 'opened', ask, sdp: await rooms.open(command) });
    } catch (error) {
      report({ type: 'refused', ask, reason: reasonOf(error) });
    }
  } else if (type === 'close') rooms.close(command.room, command.member);
  else if (type === 'mute') rooms.setMuted(command.room, command.member, command.isMuted);
  else if (type === 'deafen') rooms.setDeaf(command.room, command.member, command.isDeaf);
  else report({ type: 'measured', ask: command.ask, measures: measure(rooms) });
}

const settings = JSON.parse(process.argv[2]!) as VoiceSettings;
library.initLogger('Error', () => {});
// What cannot be sent any more belongs to a server that is gone.
process.on('disconnect', () => process.exit(0));
try {
  const port = await probe(settings.port);
  const { addresses, maxLoad } = settings;
  const rooms = makeHostedRooms({ addresses, port }, counts, report, () => load.share() >= maxLoad);
  process.on('message', (command: Command) => void obey(rooms, command));
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
