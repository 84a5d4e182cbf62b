import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  DisconnectReason,
  JoinResponse,
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantPermission,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackInfo,
  TrackSource,
} from '@livekit/protocol';
import { TokenVerifier, type ClaimGrants } from 'livekit-server-sdk';
import { WebSocketServer, type WebSocket } from 'ws';
import type { LiveKitMedia } from './livekit-media.ts';
import { readTracks, type Publishing } from './livekit-offer.ts';

type Answer = NonNullable<SignalResponse['message']>;
type Participant = Publishing & {
  info: ParticipantInfo;
  socket: WebSocket | undefined;
  subscribed: Set<string>;
  /** One offer waits for its answer before the next one. */
  offering: Promise<unknown>;
  answered: (() => void) | undefined;
};
const STATUSES: Record<string, number> = { not_found: 404, unavailable: 503 };
const SOURCES: Record<string, TrackSource> = {
  microphone: TrackSource.MICROPHONE,
  screen_share: TrackSource.SCREEN_SHARE,
  screen_share_audio: TrackSource.SCREEN_SHARE_AUDIO,
};

/** The part of the protocol of LiveKit 1 that this site uses: the calls of rooms, and signalling. */
export class LiveKitPeer {
  readonly key = 'respa';
  readonly secret = 'a-secret-of-at-least-thirty-two-characters';
  url = '';
  /** Forwards media; without it, only calls are answered. */
  media: LiveKitMedia | undefined;
  /** Whether it answers nothing with success. */
  isDown = false;
  /** How many calls it did not answer. */
  refused = 0;
  /** Participants by room and identity. */
  readonly rooms = new Map<string, Map<string, Participant>>();
  /** The calls that were allowed, by their methods. */
  readonly calls: string[] = [];
  readonly #verifier = new TokenVerifier(this.key, this.secret);
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #server = createServer((request, response) => {
    const end = (status: number, body: object) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'access-control-allow-origin': '*',
        })
        .end(JSON.stringify(body));
    // Pages ask why a connection was refused.
    if (request.method === 'GET') return void end(404, {});
    void this.#handle(request).then(
      (body) => end(200, body),
      (error: Error) => end(STATUSES[error.message] ?? 401, { code: error.message }),
    );
  });

  async start(): Promise<this> {
    this.#server.on('upgrade', (request, socket, head) => void this.#enter(request, socket, head));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `ws://localhost:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }
  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
  /** Returns the settings of a server that uses this one. */
  get env(): Record<string, string> {
    return {
      VOICE_ENGINE: 'livekit',
      LIVEKIT_URL: this.url,
      LIVEKIT_KEY: this.key,
      LIVEKIT_SECRET: this.secret,
    };
  }
  /** Lets a participant in, as a page with this token does. Returns what the token allows. */
  async join(token: string, socket?: WebSocket): Promise<{ who: Participant; room: string }> {
    const { sub: identity, video } = await this.#verify(token);
    if (identity === undefined || video?.roomJoin !== true || video.room === undefined)
      throw new Error('unauthenticated');
    const who: Participant = {
      info: new ParticipantInfo({
        sid: `PA_${randomUUID().slice(0, 8)}`,
        identity,
        state: ParticipantInfo_State.ACTIVE,
        permission: {
          canSubscribe: video.canSubscribe ?? true,
          canPublish: video.canPublish ?? true,
          canPublishData: video.canPublishData ?? true,
          canPublishSources: (video.canPublishSources ?? []).map(
            (source) => SOURCES[source as unknown as string]!,
          ),
        },
      }),
      socket,
      pending: [],
      mids: new Map(),
      subscribed: new Set(),
      offering: Promise.resolve(),
      answered: undefined,
    };
    const inside = this.rooms.get(video.room) ?? new Map<string, Participant>();
    this.rooms.set(video.room, inside.set(identity, who));
    return { who, room: video.room };
  }
  /** Ends a participant's connection without the site's doing. */
  leave(room: string, identity: string, reason = DisconnectReason.CLIENT_INITIATED): void {
    const inside = this.rooms.get(room);
    const who = inside?.get(identity);
    if (inside === undefined || who === undefined) return;
    inside.delete(identity);
    if (inside.size === 0) this.rooms.delete(room);
    tell(who, { case: 'leave', value: { reason, canReconnect: false } as never });
    who.socket?.close();
    who.info.state = ParticipantInfo_State.DISCONNECTED;
    this.#announce(room, who.info);
    void this.media?.end(identity);
  }
  async #verify(token: string): Promise<ClaimGrants> {
    return this.#verifier.verify(token).catch(() => {
      throw new Error('unauthenticated');
    });
  }
  async #handle(request: IncomingMessage): Promise<object> {
    const method = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (method === undefined || this.isDown) {
      this.refused += 1;
      throw new Error('unavailable');
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    const { room, identity } = body as { room: string; identity: string };
    const { video } = await this.#verify((request.headers.authorization ?? '').slice(7));
    if (video?.roomAdmin !== true || video.room !== room) throw new Error('permission_denied');
    this.calls.push(method);
    const inside = this.rooms.get(room);
    if (method === 'ListParticipants') {
      if (inside === undefined) throw new Error('not_found');
      return { participants: [...inside.values()].map(({ info }) => info.toJson()) };
    }
    const who = inside?.get(identity);
    if (who === undefined) throw new Error('not_found');
    if (method === 'RemoveParticipant')
      this.leave(room, identity, DisconnectReason.PARTICIPANT_REMOVED);
    else if (method === 'UpdateParticipant') {
      who.info.permission = ParticipantPermission.fromJson(body['permission'] as never);
      for (const { sid, source } of who.info.tracks)
        if (!mayPublish(who.info.permission, source)) this.#unpublish(room, who, sid);
      this.#announce(room, who.info);
    } else throw new Error('unimplemented');
    return {};
  }
  #unpublish(room: string, who: Participant, sid: string): void {
    who.info.tracks = who.info.tracks.filter((track) => track.sid !== sid);
    who.pending = who.pending.filter(({ track }) => track.sid !== sid);
    for (const [mid, track] of who.mids) if (track.sid === sid) who.mids.delete(mid);
    void this.media?.forget(sid);
    tell(who, { case: 'trackUnpublished', value: { trackSid: sid } as never });
    for (const other of this.rooms.get(room)?.values() ?? [])
      if (other.subscribed.delete(sid)) this.#offer(room, other);
  }
  #announce(room: string, info: ParticipantInfo): void {
    for (const who of this.rooms.get(room)?.values() ?? [])
      tell(who, { case: 'update', value: { participants: [info] } as never });
  }
  async #enter(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    // The older way of signalling, with a connection for each direction.
    if (pathname !== '/rtc') {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      void this.join(searchParams.get('access_token') ?? '', open).then(
        ({ who, room }) => this.#serve(who, room, open),
        () => open.close(),
      );
    });
  }
  #serve(who: Participant, room: string, socket: WebSocket): void {
    const { info } = who;
    const others = [...this.rooms.get(room)!.values()].filter((one) => one !== who);
    tell(who, {
      case: 'join',
      value: new JoinResponse({
        room: { sid: 'RM_1', name: room },
        participant: info,
        otherParticipants: others.map((one) => one.info),
        serverVersion: '1.8.0',
        serverInfo: { version: '1.8.0', protocol: 15 },
        pingInterval: 5,
        pingTimeout: 15,
      }),
    });
    this.#announce(room, info);
    socket.on('message', (data: Buffer) => {
      const { message } = SignalRequest.fromBinary(data);
      void this.#hear(who, room, message).catch(() => {});
    });
    socket.on('close', () => this.leave(room, info.identity));
  }
  async #hear(who: Participant, room: string, message: SignalRequest['message']): Promise<void> {
    const { identity } = who.info;
    if (message.case === 'offer') {
      const { taken, ended } = readTracks(who, message.value.sdp);
      for (const { sid } of ended) this.#unpublish(room, who, sid);
      if (ended.length > 0) this.#announce(room, who.info);
      const sdp = await this.media!.take(identity, message.value.sdp, taken);
      tell(who, { case: 'answer', value: { type: 'answer', sdp, id: message.value.id } as never });
    } else if (message.case === 'answer') {
      await this.media!.accept(identity, message.value.sdp);
      who.answered?.();
    } else if (message.case === 'trickle') {
      const { target, candidateInit } = message.value;
      const isSubscriber = target === SignalTarget.SUBSCRIBER;
      await this.media!.addCandidate(identity, isSubscriber, candidateInit);
    } else if (message.case === 'addTrack') {
      const { cid, type, source, name } = message.value;
      if (!mayPublish(who.info.permission, source)) return;
      const track = new TrackInfo({ sid: `TR_${randomUUID().slice(0, 8)}`, type, source, name });
      who.info.tracks = [...who.info.tracks, track];
      who.pending.push({ cid, track });
      tell(who, { case: 'trackPublished', value: { cid, track } as never });
      this.#announce(room, who.info);
    } else if (message.case === 'subscription') {
      const { subscribe, trackSids, participantTracks } = message.value;
      for (const sid of [...trackSids, ...participantTracks.flatMap((one) => one.trackSids)])
        if (subscribe) who.subscribed.add(sid);
        else who.subscribed.delete(sid);
      this.#offer(room, who);
    } else if (message.case === 'pingReq')
      tell(who, {
        case: 'pongResp',
        value: { lastPingTimestamp: message.value.timestamp, timestamp: 0n } as never,
      });
    else if (message.case === 'leave') this.leave(room, identity);
  }
  /** Offers what a participant has subscribed to, once the last offer was answered. */
  #offer(room: string, who: Participant): void {
    who.offering = who.offering.then(async () => {
      const sent = [...(this.rooms.get(room)?.values() ?? [])].flatMap(({ info }) =>
        info.tracks
          .filter(({ sid }) => who.subscribed.has(sid))
          .map(({ sid }) => ({ track: sid, stream: `${info.sid}|${sid}` })),
      );
      const sdp = await this.media!.offer(who.info.identity, sent);
      const answered = new Promise<void>((resolve) => {
        who.answered = resolve;
      });
      tell(who, { case: 'offer', value: { type: 'offer', sdp } as never });
      await answered;
    });
    // The page that forwards media may have been closed.
    who.offering = who.offering.catch(() => {});
  }
}
const mayPublish = (permission: ParticipantPermission | undefined, source: TrackSource): boolean =>
  permission?.canPublish === true &&
  (permission.canPublishSources.length === 0 || permission.canPublishSources.includes(source));
function tell({ socket }: Participant, message: Answer): void {
  if (socket?.readyState === 1) socket.send(new SignalResponse({ message } as never).toBinary());
}
