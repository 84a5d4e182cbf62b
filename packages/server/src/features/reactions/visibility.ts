import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import * as queries from './queries.ts';

/** Whether somebody may see a thing of a kind; the feature that owns the kind tells. */
export type VisibilityCheck = (viewerId: string, id: string) => Promise<boolean>;
/** What things of a kind have beside that: who keeps order under one that is nobody's own, and who may not join in (it throws). */
export type ModerationPolicy = {
  moderates?: VisibilityCheck;
  admit?: (viewerId: string, id: string) => Promise<void>;
};
export type Reactions = {
  see(kind: queries.ObjectKind, isVisible: VisibilityCheck, policy?: ModerationPolicy): void;
  visibilityChecks: Map<queries.ObjectKind, VisibilityCheck>;
  policies: Map<queries.ObjectKind, ModerationPolicy>;
};
export function makeReactions(): Reactions {
  const [visibilityChecks, policies] = [
    new Map<queries.ObjectKind, VisibilityCheck>(),
    new Map<queries.ObjectKind, ModerationPolicy>(),
  ];
  return {
    visibilityChecks,
    policies,
    see(kind, isVisible, policy = {}) {
      visibilityChecks.set(kind, isVisible);
      policies.set(kind, policy);
    },
  };
}
/** Whether somebody may delete what others write under a thing: its owner, or who keeps order there. */
export const mayModerate = async (
  reactions: Reactions,
  viewerId: string,
  { kind, id, owner_id }: queries.ObjectRow,
): Promise<boolean> =>
  owner_id === viewerId ||
  ((await reactions.policies.get(kind)?.moderates?.(viewerId, id)) ?? false);

/** A thing that the viewer may see. Throws `not_found` for all others. */
export async function getVisible(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<queries.ObjectRow> {
  const object = await queries.findObject(context.db, id);
  if (object === undefined || !(await reactions.visibilityChecks.get(object.kind)?.(viewer.id, id)))
    throw appError('not_found');
  return object;
}
/** A thing under which the viewer may like and write. Throws `not_found`, and what its order says. */
export async function getOpen(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<queries.ObjectRow> {
  const object = await getVisible(context, reactions, viewer, id);
  await reactions.policies.get(object.kind)?.admit?.(viewer.id, id);
  return object;
}
