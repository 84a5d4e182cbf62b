// The way of a voice room through the site's own connection, for networks that let nothing else through.
// The member enters the room as all others do; what a browser would offer is offered by a bridge here.
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import { AppError, appError, type ErrorBody } from '@respa/contract/app-errors';
import {
  VOICE_SITE,
  VOICE_SITE_CODES as CODES,
  VOICE_SITE_PING,
  VOICE_SITE_PONG,
} from '@respa/contract/voice-site';
import { VoiceSiteGreeting, type VoiceSiteEntry } from '@respa/contract/voice-site-messages';
import { ID_PATTERN } from '@respa/contract/route';
import { addressKey } from '#platform/http/address-key.ts';
import type { App, Viewer } from '#platform/http/serve.ts';
import { acceptWebSocket } from '#platform/http/web-sockets.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { BridgeLost, type Bridge } from '#platform/voice/bridge-host.ts';
import { OfferRefused, VoiceBusy, VoiceDown } from '#platform/voice/engine.ts';
import { joinRoom, leaveRoom } from './service.ts';
import { checkAddress, closeSites, endSites, hangUp, type Site } from './sites.ts';

/** How often a page is asked whether it lives, and how long it may be silent, in ms. */
const [PING_MS, GONE_MS] = [10_000, 20_000];
const greetings = Compile(VoiceSiteGreeting);

/** Reads the first message of a page. Throws `bad_input`. */
function readGreeting(data: Buffer, isBinary: boolean): VoiceSiteGreeting {
  try {
    const greeting: unknown = isBinary ? null : JSON.parse(data.toString());
    if (greetings.Check(greeting)) return greeting;
  } catch {}
  throw appError('bad_input');
}
/** Resolves with the first message of a page. Throws `bad_input`, also if none comes in time. */
function waitForGreeting(socket: WebSocket): Promise<VoiceSiteGreeting> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer);
      reject(appError('bad_input'));
    };
    const timer = setTimeout(fail, VOICE_SITE.greetingMs);
    socket.once('close', fail);
    socket.once('message', (data: Buffer, isBinary) => {
      clearTimeout(timer);
      socket.off('close', fail);
      try {
        resolve(readGreeting(data, isBinary));
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}
/** Returns the member whose greeting it is. Throws what a call of a member throws. */
async function admit(app: App, { token }: VoiceSiteGreeting, address: string): Promise<Viewer> {
  const { limits } = app.context;
  const viewer = await app.findViewer(token);
  if (viewer === null) {
    await limits.spend('unknownTokens', address);
    throw appError('not_signed_in');
  }
  if (!viewer.isActivated) throw appError('not_activated');
  await limits.spend('voice', viewer.id);
  return viewer;
}

/**
 * Serves a page that comes through the site: lets it into the room, and passes on what it says and
 * hears, until one of both ends.
 */
async function serveSite(app: App, site: Site): Promise<void> {
  const { sites } = app.context.voice;
  const { socket } = site;
  sites.add(site);
  socket.once('close', () => sites.delete(site));
  socket.on('error', () => socket.terminate());
  keepAlive(socket);
  const hear = listen(socket);
  try {
    const greeting = await waitForGreeting(socket);
    const viewer = await admit(app, greeting, site.address);
    site.person = { userId: viewer.id, sessionId: viewer.sessionId };
    await enter(app, { site, viewer, greeting, hear });
  } catch (error) {
    refuse(app.context, socket, error);
  }
}
/** Mounts the way of voice rooms through the site. */
export function mountSitePath(app: App): void {
  const { http, context } = app;
  const { sites } = context.voice;
  const { origin } = new URL(context.config.publicUrl);
  context.live.onEnded((tag, last) => {
    // After a cleared history the reader stays.
    if ((last?.data as { type?: string } | undefined)?.type !== 'anew') endSites(sites, tag);
  });
  http.addHook('preClose', async () => closeSites(sites));
  http.get('/api/voice/:roomId/site', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { roomId } = request.params as { roomId: string };
    if (!new RegExp(ID_PATTERN, 'i').test(roomId)) throw appError('not_found');
    const address = addressKey(request.ip);
    await context.limits.spend('anonymous', address);
    checkAddress(sites, address);
    const socket = await acceptWebSocket(request, reply, {
      origin,
      maxBytes: VOICE_SITE.messageBytes,
    });
    void serveSite(app, { socket, roomId: roomId.toLowerCase(), address, person: null });
  });
}
/** Sends why a page is not let in, and ends its connection. */
function refuse({ log }: AppContext, socket: WebSocket, error: unknown): void {
  const known = toAppError(error);
  if (known === null) log.error({ err: error as Error }, 'unexpected error of a voice connection');
  const { status, code, message } = known ?? appError('internal');
  const body: ErrorBody & { status: number } = { status, code, error: message };
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(body));
  hangUp(socket, code === 'bad_input' ? CODES.abuse : CODES.refused);
}
function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof VoiceBusy) return appError('voice_busy');
  const isDown = [VoiceDown, BridgeLost, OfferRefused].some((one) => error instanceof one);
  return isDown ? appError('voice_down') : null;
}

type Hear = (bridge: Bridge) => void;
type Entering = { site: Site; viewer: Viewer; greeting: VoiceSiteGreeting; hear: Hear };
/** Lets a member into the room by way of a bridge. Throws what `joinRoom` throws, and `BridgeLost`. */
async function enter(app: App, { site, viewer, greeting, hear }: Entering): Promise<void> {
  const { context } = app;
  const { socket, roomId } = site;
  const { clientId, isCalling = false, isMuted = false, isDeaf = false } = greeting;
  const isOpen = () => socket.readyState === socket.OPEN;
  const bridge = await context.voice.engine!.bridge({
    heard(frame) {
      // What a slow page has not taken yet is worth nothing later.
      if (isOpen() && socket.bufferedAmount <= VOICE_SITE.waitingBytes) socket.send(frame);
    },
    gone: () => hangUp(socket, CODES.ended),
  });
  socket.once('close', bridge.close);
  let hasJoined = false;
  try {
    if (!isOpen()) throw new BridgeLost();
    const { offer: sdp } = bridge;
    const joined = await joinRoom(context, viewer, roomId, {
      sdp,
      clientId,
      isCalling,
      isMuted,
      isDeaf,
    });
    hasJoined = true;
    await bridge.connect(joined.sdp);
    // A session that ended while the connection was made did not find it.
    if ((await app.findViewer(greeting.token)) === null) throw appError('not_signed_in');
    if (!isOpen()) throw new BridgeLost();
    hear(bridge);
    const { number, room } = joined;
    socket.send(JSON.stringify({ number, room } satisfies VoiceSiteEntry));
  } catch (error) {
    bridge.close();
    if (hasJoined) await leaveRoom(context, viewer, roomId, { clientId }).catch(() => {});
    throw error;
  }
}
/**
 * Reads what a page says; a bridge takes it from the moment it is given. A page that sends far too much
 * is cut off.
 */
function listen(socket: WebSocket): Hear {
  let [second, taken] = [0, 0];
  let heardBy: Bridge | undefined;
  socket.on('message', (data: Buffer, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, taken] = [now, 0];
    taken += 1;
    if (taken > VOICE_SITE.floodPerSecond) hangUp(socket, CODES.abuse);
    else if (heardBy === undefined || taken > VOICE_SITE.framesPerSecond) return;
    else if (isBinary) heardBy.send(data);
    else if (data.toString() === VOICE_SITE_PING) socket.send(VOICE_SITE_PONG);
    else hangUp(socket, CODES.abuse);
  });
  return (bridge) => {
    heardBy = bridge;
  };
}
/** Ends a connection whose page does not answer any more. */
function keepAlive(socket: WebSocket): void {
  let heardMs = performance.now();
  const note = () => {
    heardMs = performance.now();
  };
  const timer = setInterval(() => {
    if (performance.now() - heardMs > GONE_MS) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, PING_MS);
  socket.on('pong', note);
  socket.on('message', note);
  socket.once('close', () => clearInterval(timer));
}
