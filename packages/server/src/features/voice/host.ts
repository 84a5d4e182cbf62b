// The engine of the server that hosts a room: this one's, or another's over the bus.
import { appError } from '@respa/contract/app-errors';
import {
  OfferRefused,
  VoiceBusy,
  VoiceDown,
  type Entry,
  type Mute,
} from '#platform/voice/engine.ts';
import { makeLiveKit } from '#platform/voice/livekit/livekit-engine.ts';
import { addVoiceMetrics } from '#platform/voice/metrics.ts';
import { makeOwnEngine } from '#platform/voice/own-engine.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { doesTagName } from './sites.ts';
import type { Connected, Person, VoiceState } from './state.ts';
import { newId } from '#platform/runtime/ids.ts';

/** How long another server may take to answer, in ms: longer than its process may take. */
const ANSWER_MS = 12_000;
type Change =
  | { kind: 'leave' }
  | ({ kind: 'mute' } & Mute)
  | { kind: 'deafen'; isDeaf: boolean }
  | { kind: 'screen'; clientId: string };
/** `screen`: not a connection to the room, but to the screen shown there, made by the client. */
export type Joining = Person & {
  room: string;
  member: number;
  clientId: string;
  sdp: string;
  isListening?: boolean;
  isMutedForAll?: boolean;
  screen?: 'share' | 'watch';
};
type Problem = 'bad_input' | 'voice_busy' | 'voice_down' | 'screen_over' | 'screen_full';
type Ask = Joining & { to: string; ask: string };
type Answer =
  | { to: string; ask: string; entry: Entry }
  | { to: string; ask: string; problem: Problem };
type Tell = { to: string; room: string; member: number; change: Change };
export type HostEvents = {
  gone(room: string, member: number): void;
  speaking(room: string, members: number[]): void;
  screenGone(room: string, clientId: string): void;
  down(): void;
};

/** Opens the engine of this server, which starts with the first room, and answers the other servers. */
export function openHost(context: AppContext, events: HostEvents): void {
  const { bus, voice, config, log, metrics } = context;
  const addresses = config.voiceAddresses.length > 0 ? config.voiceAddresses : ['127.0.0.1'];
  const hooks = { up: () => {}, ...events };
  const engine =
    config.liveKit === undefined
      ? makeOwnEngine({ port: config.voicePort, addresses }, hooks, log)
      : makeLiveKit(config.liveKit, hooks, log);
  voice.engine = engine;
  addVoiceMetrics(metrics.registry, () => engine.lastMeasures());
  bus.subscribe<Ask>('voice.ask', async ({ to, ask, ...joining }, from) => {
    if (to !== bus.id) return;
    let answer: Answer;
    try {
      answer = { to: from, ask, entry: await connectHere(context, joining) };
    } catch (error) {
      answer = { to: from, ask, problem: problemOf(error) };
    }
    bus.publish('voice.answer', answer);
  });
  bus.subscribe<Answer>('voice.answer', (answer) => {
    if (answer.to === bus.id) voice.asked.get(answer.ask)?.done(answer);
  });
  bus.subscribe<Tell>('voice.tell', ({ to, room, member, change }) => {
    if (to === bus.id) apply(context, room, member, change);
  });
}
const PROBLEMS: Record<string, Problem> = {
  'no screen': 'screen_over',
  'screen full': 'screen_full',
};
const problemOf = (error: unknown): Problem => {
  if (error instanceof OfferRefused) return PROBLEMS[error.message] ?? 'bad_input';
  if (error instanceof VoiceBusy) return 'voice_busy';
  if (error instanceof VoiceDown) return 'voice_down';
  throw error;
};
async function connectHere(
  { voice }: AppContext,
  { room, member, sdp, userId, sessionId, clientId, screen, ...entering }: Joining,
): Promise<Entry> {
  if (screen !== undefined) {
    // The number may have gone to another person meanwhile.
    const person = voice.connected.get(room)?.get(member);
    if (person?.userId !== userId || person.sessionId !== sessionId)
      throw new OfferRefused('no screen');
    const opening = { type: screen, room, member, client: clientId, sdp };
    return { sdp: await voice.engine!.openScreen(opening) };
  }
  const people = voice.connected.get(room) ?? new Map<number, Connected>();
  const made: Connected = { userId, sessionId, clientId, isMade: false };
  voice.connected.set(room, people.set(member, made));
  try {
    const { isListening = false, isMutedForAll = false } = entering;
    const entry = await voice.engine!.join(room, member, { sdp, isListening, isMutedForAll });
    made.isMade = true;
    return entry;
  } catch (error) {
    if (people.get(member) === made) forget(voice, room, member);
    throw error;
  }
}
function forget({ connected, channels }: VoiceState, room: string, member: number): void {
  const people = connected.get(room);
  people?.delete(member);
  if (people?.size !== 0) return;
  connected.delete(room);
  channels.delete(room);
}
/**
 * Ends the connections at this server that belong to ended streams: of a session, a person, or a
 * person in a room. Media stop at once, whatever the database does.
 */
export function endConnections(context: AppContext, tag: string): void {
  const { voice } = context;
  for (const [room, people] of voice.connected)
    for (const [number, person] of people)
      if (doesTagName(tag, room, person)) apply(context, room, number, { kind: 'leave' });
}
/** Notes that all connections at this server are lost. */
export function noteLost({ voice }: AppContext): void {
  voice.connected.clear();
  voice.channels.clear();
}
/**
 * Notes that a connection at this server has ended by itself. Returns whose it was; undefined if it was
 * ended before, and its number may have gone to another one.
 */
export function noteGone(
  { voice }: AppContext,
  room: string,
  member: number,
): Connected | undefined {
  const gone = voice.connected.get(room)?.get(member);
  if (gone?.isMade !== true) return undefined;
  forget(voice, room, member);
  return gone;
}
function apply({ voice }: AppContext, room: string, member: number, change: Change): void {
  const engine = voice.engine!;
  if (change.kind === 'leave') {
    forget(voice, room, member);
    engine.leave(room, member);
  }
  if (change.kind === 'mute') engine.setMuted(room, member, change);
  if (change.kind === 'deafen') engine.setDeaf(room, member, change.isDeaf);
  if (change.kind === 'screen') engine.endScreen(room, member, change.clientId);
}

/**
 * Connects a member at the server that hosts the room. Throws `bad_input`, `voice_busy`, `voice_down`,
 * and for a screen `screen_over`, `screen_full`.
 */
export async function connect(context: AppContext, host: string, joining: Joining): Promise<Entry> {
  const { bus, voice } = context;
  if (host === bus.id) {
    try {
      return await connectHere(context, joining);
    } catch (error) {
      throw appError(problemOf(error));
    }
  }
  const ask = newId();
  const answer = await new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(appError('voice_down')), ANSWER_MS);
    voice.asked.set(ask, {
      done: (found) => {
        clearTimeout(timer);
        resolve(found as Answer);
      },
    });
    bus.publish('voice.ask', { to: host, ask, ...joining } satisfies Ask);
  }).finally(() => voice.asked.delete(ask));
  if ('problem' in answer) throw appError(answer.problem);
  return answer.entry;
}
/** Changes a member's connection at the server that hosts the room. */
export function tellHost(
  context: AppContext,
  host: string,
  room: string,
  member: number,
  change: Change,
): void {
  if (host === context.bus.id) apply(context, room, member, change);
  else
    context.bus.publish('voice.tell', { to: host, room, member, change } satisfies Tell, 'surely');
}
