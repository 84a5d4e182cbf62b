import * as communities from '@respa/contract/communities';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';
import { picture } from '../files/pictures.ts';

type Shown = ReplyOf<typeof communities.post>['post'];
/** Creates a community and returns its id. */
export const makeCommunity = async (who: Caller, name: string, description = ''): Promise<string> =>
  (await who.call(communities.create, { body: { name, description } })).pub._id;
export const readCommunity = async (who: Caller, id: string) =>
  (await who.call(communities.one, { params: { id } })).pub;
/** Publishes an article with one picture. */
export const write = async (
  who: Caller,
  publicId: string,
  title: string,
  more: Record<string, unknown> = {},
): Promise<Shown> =>
  (
    await who.call(communities.createPost, {
      params: { id: publicId },
      body: { title, ...more },
      files: { file: [await picture()] },
    })
  ).post;
export const propose = async (who: Caller, publicId: string, title: string): Promise<Shown> =>
  (
    await who.call(communities.propose, {
      params: { id: publicId },
      body: { title },
      files: { file: [await picture('png')] },
    })
  ).post;
