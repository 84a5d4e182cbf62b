import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { makeBridgeHost, type Bridge, type BridgeEvents } from './bridge-host.ts';
import { OfferRefused, VoiceBusy, VoiceDown, type VoiceEvents } from './engine.ts';
import type { Command, Measures, Report, ScreenOpening, VoiceSettings } from './messages.ts';

const FILE = fileURLToPath(new URL('voice-process.ts', import.meta.url));
/** How long the process may take to start and to answer, in ms. */
const [START_MS, ANSWER_MS] = [5_000, 5_000];
/** Questions that may wait for an answer, and messages that the process may have left unread. */
const [MAX_ASKED, MAX_UNREAD] = [200, 2_000];
/** From so many unread messages on, sound of bridges is dropped. */
const MAX_UNHEARD = 500;
/** How often the process is measured, in ms. One that does not answer is ended, and started again. */
const MEASURE_MS = 2_000;
/** New rooms are refused from this share of one core on; the rest is for the rooms that exist. */
const MAX_LOAD = 0.7;
/** The first pause after a crash; each further one is twice as long. A minute without one forgets them. */
const [PAUSE_MS, LONGEST_PAUSE_MS, STEADY_MS] = [1_000, 30_000, 60_000];

/** The process of this server that forwards the audio of rooms. */
export type MediaHost = {
  /** Returns the answer to an offer. Throws `OfferRefused`, `VoiceBusy` or `VoiceDown`. */
  join(room: string, member: number, sdp: string): Promise<string>;
  leave(room: string, member: number): void;
  /**
   * Returns the answer to an offer of who shows a screen or sees it, and is in the room. Throws as `join`
   * does, `OfferRefused` with the reason 'no screen' or 'screen full'.
   */
  openScreen(opening: ScreenOpening): Promise<string>;
  /** Ends what a member shows and sees; with a client, only what it opened. */
  endScreen(room: string, member: number, client?: string): void;
  /** Returns a connection to a room for a member who comes through the site. Throws as `join` does. */
  bridge(events: BridgeEvents): Promise<Bridge>;
  setMuted(room: string, member: number, isMuted: boolean): void;
  setDeaf(room: string, member: number, isDeaf: boolean): void;
  /** Measures now. Returns null while the process is not running. */
  measure(): Promise<Measures | null>;
  /** Returns what was measured last, at most some seconds ago; null while the process is not running. */
  lastMeasures(): Measures | null;
  stop(): Promise<void>;
};
type Running = { child: ChildProcess; ready: Promise<void> };
type Pending = { done(report: Report): void; failed(error: Error): void };

/**
 * Starts the process that forwards audio when it is needed first, and again after a crash, with
 * growing pauses.
 */
export function makeMediaHost(
  { maxLoad = MAX_LOAD, ...settings }: Omit<VoiceSettings, 'maxLoad'> & { maxLoad?: number },
  events: VoiceEvents,
  log: Logger,
): MediaHost {
  let running: Running | undefined;
  let [crashes, startedMs, mayStartMs] = [0, 0, 0];
  let isStopping = false;
  let [asked, unread] = [0, 0];
  let last: Measures | null = null;
  const pending = new Map<number, Pending>();

  function start(): Running {
    const now = performance.now();
    if (isStopping || now < mayStartMs) throw new VoiceDown();
    if (now - startedMs > STEADY_MS) crashes = 0;
    startedMs = now;
    const child = fork(FILE, [JSON.stringify({ ...settings, maxLoad })], {
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
    const measuring = setInterval(() => void measure().catch(() => {}), MEASURE_MS);
    measuring.unref();
    child.once('exit', (code, signal) => {
      clearInterval(measuring);
      if (running?.child !== child) return;
      running = undefined;
      last = null;
      unread = 0;
      for (const { failed } of pending.values()) failed(new VoiceDown('ended'));
      pending.clear();
      bridges.down();
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
    if (bridges.hear(report)) return;
    if (report.type === 'up') events.up(report.room, report.member);
    else if (report.type === 'gone') events.gone(report.room, report.member);
    else if (report.type === 'speaking') events.speaking(report.room, report.members);
    else if (report.type === 'screenGone') events.screenGone(report.room, report.client);
    else if ('ask' in report) {
      pending.get(report.ask)?.done(report);
      pending.delete(report.ask);
    }
  }
  /** Ends a process that stands still; its `exit` does the rest. */
  function giveUp(child: ChildProcess, why: string): void {
    log.error({ why }, 'the voice process stands still');
    child.kill('SIGKILL');
  }
  function send(child: ChildProcess, command: Command, failed: (error: Error) => void): void {
    if (!child.connected) {
      failed(new VoiceDown('ended'));
      return;
    }
    unread += 1;
    if (unread > MAX_UNREAD) giveUp(child, 'unread messages');
    child.send(command, (error) => {
      if (running?.child === child) unread -= 1;
      if (error !== null) failed(new VoiceDown(error.message));
    });
  }
  /** Waits like `ask`, so that a leave does not overtake the join before it. */
  const tell = (command: Command): void => {
    if (running === undefined) return;
    const { child, ready } = running;
    ready.then(() => send(child, command, () => {})).catch(() => {});
  };
  async function ask<T extends Report>(make: (ask: number) => Command): Promise<T> {
    running ??= start();
    const { child, ready } = running;
    if (pending.size >= MAX_ASKED) throw new VoiceBusy();
    await ready;
    const number = (asked += 1);
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        pending.delete(number);
        reject(new VoiceDown('no answer'));
        if (running?.child === child) giveUp(child, 'no answer');
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
      send(child, make(number), (error) => {
        pending.get(number)?.failed(error);
        pending.delete(number);
      });
    });
  }
  async function measure(): Promise<Measures | null> {
    if (running === undefined) return null;
    const report = await ask<Extract<Report, { type: 'measured' }>>((number) => ({
      type: 'measure',
      ask: number,
    }));
    last = report.measures;
    return last;
  }
  async function open(make: (ask: number) => Command): Promise<string> {
    const report = await ask<Extract<Report, { type: 'opened' | 'refused' }>>(make);
    if (report.type === 'opened') return report.sdp;
    throw report.reason === 'busy' ? new VoiceBusy() : new OfferRefused(report.reason);
  }
  const bridges = makeBridgeHost({
    ask: open,
    tell,
    pass(command) {
      if (running !== undefined && unread < MAX_UNHEARD) send(running.child, command, () => {});
    },
  });
  return {
    bridge: bridges.open,
    join: (room, member, sdp) =>
      open((number) => ({ type: 'open', ask: number, room, member, sdp })),
    openScreen: (opening) => open((number) => ({ ...opening, ask: number })),
    endScreen: (room, member, client) =>
      tell({ type: 'endScreen', room, member, ...(client === undefined ? {} : { client }) }),
    leave: (room, member) => tell({ type: 'close', room, member }),
    setMuted: (room, member, isMuted) => tell({ type: 'mute', room, member, isMuted }),
    setDeaf: (room, member, isDeaf) => tell({ type: 'deafen', room, member, isDeaf }),
    measure,
    lastMeasures: () => last,
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
