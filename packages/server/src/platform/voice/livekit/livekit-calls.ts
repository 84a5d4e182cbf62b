import type { RoomServiceClient } from 'livekit-server-sdk';
import type { LiveKitConfig } from '../settings.ts';

/** How long the LiveKit server may take to answer, in seconds. */
const ANSWER_SECONDS = 4;
/** How long a page may wait before it connects with its pass, in seconds. Later ones come from LiveKit. */
const PASS_SECONDS = 60;
/** What a participant may publish. */
export type Rights = { maySpeak: boolean; mayShow: boolean };
export type LiveKitCalls = {
  /** Returns the identities of who is in a room, with their rights. */
  list(room: string): Promise<Map<string, Rights>>;
  /** Returns where a page connects, and the token that lets it in under an identity. */
  makePass(room: string, identity: string, rights: Rights): Promise<{ url: string; token: string }>;
  /** Ends a participant's connection; present versions also refuse its token. Idempotent. */
  remove(room: string, identity: string): Promise<void>;
  /** Sets what a participant may publish; what it may not publish ends. Idempotent. */
  permit(room: string, identity: string, rights: Rights): Promise<void>;
};

/** Loaded with the first room: few servers use it. */
const loadLibrary = () => import('livekit-server-sdk');
/** Returns whether nobody of that name is in a room: who has gone needs no change. */
const isGone = (error: unknown): boolean => (error as { code?: string }).code === 'not_found';

/** Returns the calls of a LiveKit server. All of them throw when it does not answer. */
export function makeLiveKitCalls({ url, key, secret }: LiveKitConfig): LiveKitCalls {
  let client: RoomServiceClient | undefined;
  async function open(): Promise<RoomServiceClient> {
    const { RoomServiceClient: Client } = await loadLibrary();
    client ??= new Client(url.replace(/^ws/, 'http'), key, secret, {
      requestTimeout: ANSWER_SECONDS,
      failover: false,
    });
    return client;
  }
  async function grantsOf({ maySpeak, mayShow }: Rights) {
    const { TrackSource } = await loadLibrary();
    const screen = [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO];
    const sources = [...(maySpeak ? [TrackSource.MICROPHONE] : []), ...(mayShow ? screen : [])];
    // Without sources, LiveKit would allow all of them.
    return {
      canPublish: sources.length > 0,
      canPublishSources: sources,
      canSubscribe: true,
      canPublishData: false,
    };
  }
  return {
    async list(room) {
      const [service, { TrackSource }] = [await open(), await loadLibrary()];
      try {
        return new Map(
          (await service.listParticipants(room)).map(({ identity, permission }) => {
            const { canPublish = true, canPublishSources: sources = [] } = permission ?? {};
            const may = (source: (typeof sources)[number]) =>
              canPublish && (sources.length === 0 || sources.includes(source));
            return [
              identity,
              { maySpeak: may(TrackSource.MICROPHONE), mayShow: may(TrackSource.SCREEN_SHARE) },
            ];
          }),
        );
      } catch (error) {
        if (isGone(error)) return new Map();
        throw error;
      }
    },
    async makePass(room, identity, rights) {
      const { AccessToken } = await loadLibrary();
      const token = new AccessToken(key, secret, { identity, ttl: PASS_SECONDS });
      token.addGrant({
        room,
        roomJoin: true,
        canUpdateOwnMetadata: false,
        ...(await grantsOf(rights)),
      });
      return { url, token: await token.toJwt() };
    },
    async remove(room, identity) {
      const service = await open();
      try {
        await service.removeParticipant(room, identity);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    async permit(room, identity, rights) {
      const service = await open();
      try {
        await service.updateParticipant(room, identity, { permission: await grantsOf(rights) });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
}
