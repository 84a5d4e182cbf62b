import type { BodyOf, ReplyOf } from '@respa/contract/route';
import * as videohost from '@respa/contract/videohost';
import type { Caller } from '../driver.ts';
import { playableVideo } from '../files/videos.ts';

export type ShownVideo = ReplyOf<typeof videohost.video>['video'];
/** Creates a channel and returns its id. */
export const makeChannel = async (
  who: Caller,
  name: string,
  more: Partial<BodyOf<typeof videohost.createChannel>> = {},
): Promise<string> =>
  (await who.call(videohost.createChannel, { body: { name, ...more } })).channel._id;
/** Publishes a video of the given length in the caller's channel. */
export const publish = async (
  who: Caller,
  title: string,
  more: Partial<BodyOf<typeof videohost.createVideo>> & { video?: Blob } = {},
): Promise<ShownVideo> => {
  const { video, ...body } = more;
  return (
    await who.call(videohost.createVideo, {
      body: { title, ...body },
      files: { video: [video ?? (await playableVideo())] },
    })
  ).video;
};
export const readVideo = async (who: Caller, id: string): Promise<ShownVideo> =>
  (await who.call(videohost.video, { params: { id } })).video;
