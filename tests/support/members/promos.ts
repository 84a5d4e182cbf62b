import * as promos from '@respa/contract/promos';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';
import { picture } from '../files/pictures.ts';

export type ShownPromo = ReplyOf<typeof promos.one>['ad'];
/** Submits an ad, which then waits for approval. */
export const makePromo = async (
  who: Caller,
  title: string,
  body: Record<string, unknown> = {},
): Promise<ShownPromo> =>
  (
    await who.call(promos.create, {
      params: { userId: who.id },
      body: { title, ...body },
      files: { file: [await picture('png')] },
    })
  ).ad;
/** Submits an ad and approves it as the admin. Returns its id. */
export async function showPromo(
  who: Caller,
  admin: Caller,
  title: string,
  body: Record<string, unknown> = {},
): Promise<string> {
  const { _id: id } = await makePromo(who, title, body);
  await admin.call(promos.approve, { params: { id } });
  return id;
}
