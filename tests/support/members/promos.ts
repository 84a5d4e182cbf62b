import * as promos from '@respa/contract/promos';
import type { ReplyOf } from '@respa/contract/route';
import type { Caller } from '../driver.ts';
import { picture } from '../files/pictures.ts';

export type ShownPromo = ReplyOf<typeof promos.one>['ad'];
/** Hands in an ad; it waits. */
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
/** Hands in an ad that the admin approves; answers its id. */
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
