import { fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import * as queries from './queries.ts';

/** Whether somebody may see a thing of a kind; the feature that owns the kind tells. */
export type Sight = (viewerId: string, id: string) => Promise<boolean>;
/** What things of a kind have beside that: who keeps order under one that is nobody's own, and who may not join in (it throws). */
export type Order = { moderates?: Sight; admit?: (viewerId: string, id: string) => Promise<void> };
export type Reactions = {
  see(kind: queries.ObjectKind, sight: Sight, order?: Order): void;
  sights: Map<queries.ObjectKind, Sight>;
  orders: Map<queries.ObjectKind, Order>;
};
export function makeReactions(): Reactions {
  const [sights, orders] = [
    new Map<queries.ObjectKind, Sight>(),
    new Map<queries.ObjectKind, Order>(),
  ];
  return {
    sights,
    orders,
    see(kind, sight, order = {}) {
      sights.set(kind, sight);
      orders.set(kind, order);
    },
  };
}
/** Whether somebody may delete what others write under a thing: its owner, or who keeps order there. */
export const mayModerate = async (
  reactions: Reactions,
  viewerId: string,
  { kind, id, owner_id }: queries.ObjectRow,
): Promise<boolean> =>
  owner_id === viewerId || ((await reactions.orders.get(kind)?.moderates?.(viewerId, id)) ?? false);

/** A thing that the viewer may see. Throws `not_found` for all others. */
export async function getVisible(
  ground: Ground,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<queries.ObjectRow> {
  const object = await queries.findObject(ground.db, id);
  if (object === undefined || !(await reactions.sights.get(object.kind)?.(viewer.id, id)))
    throw fault('not_found');
  return object;
}
/** A thing under which the viewer may like and write. Throws `not_found`, and what its order says. */
export async function getOpen(
  ground: Ground,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<queries.ObjectRow> {
  const object = await getVisible(ground, reactions, viewer, id);
  await reactions.orders.get(object.kind)?.admit?.(viewer.id, id);
  return object;
}
