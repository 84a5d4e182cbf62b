import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Command, Measures, Report, ScreenOpening } from './messages.ts';

const FILE = fileURLToPath(new URL('voice-process.ts', import.meta.url));
/** How long the process may take to start and to answer, in ms. */
const [START_MS, ANSWER_MS] = [5_000, 5_000];
/** The first pause after a crash; each further one is twice as long. A minute without one forgets them. */
const [PAUSE_MS, LONGEST_PAUSE_MS, STEADY_MS] = [1_000, 30_000, 60_000];

export type VoiceEvents = {
  up(room: string, member: number): void;
  gone(room: string, member: number): void;
  speaking(room: string, members: number[]): void;
  /** The connection of the client that showed a screen has ended by itself. */
  screenGone(room: string, client: string): void;
  /** The process has ended, and with it all connections. */
  down(): void;
};
/** What forwards the audio of rooms. `ours` is a process of this server. */
export type VoiceEngine = {
  /** Returns the answer to an offer. Throws `BadOffer` or `VoiceDown`. */
  join(room: string, member: number, sdp: string): Promise<string>;
  leave(room: string, member: number): void;
  /**
   * Returns the answer to an offer of who shows a screen or sees it, and is in the room. Throws as `join`
   * does, `OfferRefused` with the reason 'no screen' or 'screen full'.
   */
  openScreen(opening: ScreenOpening): Promise<string>;
  /** Ends what a member shows and sees; with a client, only what it opened. */
  endScreen(room: string, member: number, client?: string): void;
  setMuted(room: string, member: number, isMuted: boolean): void;
  setDeaf(room: string, member: number, isDeaf: boolean): void;
  /** Returns null while the process is not running. */
  measure(): Promise<Measures | null>;
  stop(): Promise<void>;
};
export class VoiceDown extends Error {}
export class OfferRefused extends Error {}

type Running = { child: ChildProcess; ready: Promise<void> };
type Pending = { done(report: Report): void; failed(error: Error): void };

/**
 * Starts the process that forwards audio when it is needed first, and again after a crash, with
 * growing pauses. `port` is for UDP; 0 takes a free one.
 */
export function makeMediaHost(
  { port, addresses }: { port: number; addresses: readonly string[] },
  events: VoiceEvents,
  log: Logger,
): VoiceEngine {
  let running: Running | undefined;
  let [crashes, startedMs, mayStartMs] = [0, 0, 0];
  let isStopping = false;
  let asked = 0;
  const pending = new Map<number, Pending>();

  function start(): Running {
    const now = performance.now();
    if (isStopping || now < mayStartMs) throw new VoiceDown();
    if (now - startedMs > STEADY_MS) crashes = 0;
    startedMs = now;
    const child = fork(FILE, [String(port), addresses.join(',')], {
      serialization: 'advanced',
      execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
      // One arena per thread would take tens of megabytes.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = new Promise<void>((done, failed) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        failed(new VoiceDown('not ready in time'));
      }, START_MS);
      child.on('message', (report: Report) => {
        if (report.type === 'ready') {
          clearTimeout(timer);
          done();
        } else if (report.type === 'unusable') {
          clearTimeout(timer);
          log.error({ reason: report.reason }, 'the voice port cannot be used');
          failed(new VoiceDown(report.reason));
        } else hear(report);
      });
      child.once('exit', () => {
        clearTimeout(timer);
        failed(new VoiceDown('ended'));
      });
      child.once('error', failed);
    });
    ready.catch(() => {});
    child.once('exit', (code, signal) => {
      if (running?.child !== child) return;
      running = undefined;
      for (const { failed } of pending.values()) failed(new VoiceDown('ended'));
      pending.clear();
      if (isStopping) return;
      crashes += 1;
      const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (crashes - 1));
      mayStartMs = performance.now() + pause;
      log.error({ code, signal, pause }, 'the voice process ended');
      events.down();
    });
    return { child, ready };
  }
  function hear(report: Report): void {
    if (report.type === 'up') events.up(report.room, report.member);
    else if (report.type === 'gone') events.gone(report.room, report.member);
    else if (report.type === 'speaking') events.speaking(report.room, report.members);
    else if (report.type === 'screenGone') events.screenGone(report.room, report.client);
    else if ('ask' in report) {
      pending.get(report.ask)?.done(report);
      pending.delete(report.ask);
    }
  }
  const tell = (command: Command): void => {
    if (running?.child.connected === true) running.child.send(command);
  };
  async function ask<T extends Report>(make: (ask: number) => Command): Promise<T> {
    running ??= start();
    const { child, ready } = running;
    await ready;
    const number = (asked += 1);
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        pending.delete(number);
        reject(new VoiceDown('no answer'));
      }, ANSWER_MS);
      pending.set(number, {
        done: (report) => {
          clearTimeout(timer);
          resolve(report as T);
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      child.send(make(number), (error) => {
        if (error !== null) pending.get(number)?.failed(new VoiceDown(error.message));
      });
    });
  }
  async function open(make: (ask: number) => Command): Promise<string> {
    const report = await ask<Extract<Report, { type: 'opened' | 'refused' }>>(make);
    if (report.type === 'refused') throw new OfferRefused(report.reason);
    return report.sdp;
  }
  return {
    join: (room, member, sdp) =>
      open((number) => ({ type: 'open', ask: number, room, member, sdp })),
    openScreen: (opening) => open((number) => ({ ...opening, ask: number })),
    endScreen: (room, member, client) =>
      tell({ type: 'endScreen', room, member, ...(client === undefined ? {} : { client }) }),
    leave: (room, member) => tell({ type: 'close', room, member }),
    setMuted: (room, member, isMuted) => tell({ type: 'mute', room, member, isMuted }),
    setDeaf: (room, member, isDeaf) => tell({ type: 'deafen', room, member, isDeaf }),
    async measure() {
      if (running === undefined) return null;
      const report = await ask<Extract<Report, { type: 'measured' }>>((number) => ({
        type: 'measure',
        ask: number,
      }));
      return report.measures;
    },
    async stop() {
      isStopping = true;
      const child = running?.child;
      if (child === undefined) return;
      const ended = new Promise((done) => {
        child.once('exit', done);
      });
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
