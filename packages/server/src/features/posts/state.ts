import type { Static } from 'typebox';
import type { PostVideo } from '@respa/contract/post-options';

export type ShownVideo = NonNullable<Static<typeof PostVideo>>;
/** Set by `app/compose.ts`: the wall knows nothing about channels. */
export type PostVideos = {
  /** Returns those of the videos that the viewer may watch; a visitor watches none. */
  gather(viewerId: string | null, ids: readonly string[]): Promise<Map<string, ShownVideo>>;
  /** Returns whether a video belongs to the member's own channel and is ready to be shown. */
  isOwn(userId: string, id: string): Promise<boolean>;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    postVideos: PostVideos;
  }
}
/** Returns the lookup of a server without videos, until the composition sets one. */
export const createPostVideos = (): PostVideos => ({
  gather: () => Promise.resolve(new Map()),
  isOwn: () => Promise.resolve(false),
});
