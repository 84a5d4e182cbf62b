import { makeSafePost, type SafePost } from '#platform/http/safe-post.ts';

export type Breaker = { failures: number; until: number };
/** State of the notifications on devices of one server. */
export type PushState = {
  post: SafePost;
  /** Schemes of the addresses of push services. */
  schemes: readonly string[];
  /** By room: the position of the first message that members' devices were not told of. */
  rooms: Map<string, number>;
  flushing: NodeJS.Timeout | undefined;
  /** By question: the members who may still answer that a visible tab has shown the news. */
  checks: Map<string, { waiting: Set<string>; shown: Set<string>; done: () => void }>;
  /** By service: failures in a row, and until when it is left alone, in ms. */
  breakers: Map<string, Breaker>;
  /** An answer that takes longer counts like a failure. */
  slowMs: number;
  /** The key pair, once it is read. */
  keys: Promise<{ publicKey: string; privateKey: string }> | undefined;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    push: PushState;
  }
}

export const createPushState = (): PushState => ({
  post: makeSafePost(),
  schemes: ['https:'],
  rooms: new Map(),
  flushing: undefined,
  checks: new Map(),
  breakers: new Map(),
  slowMs: 3_000,
  keys: undefined,
});
