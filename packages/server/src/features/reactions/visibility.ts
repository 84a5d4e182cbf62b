import { appError } from '@respa/contract/app-errors';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import * as objects from './object-queries.ts';

/**
 * Tells whether a user may see an object of a kind; registered by the feature that owns the kind.
 */
export type VisibilityCheck = (viewerId: string, id: string) => Promise<boolean>;
/**
 * Further rules for objects of a kind: who moderates an object without an owner, and who may not
 * take part (`admit` throws).
 */
export type ModerationPolicy = {
  moderates?: VisibilityCheck;
  admit?: (viewerId: string, id: string) => Promise<void>;
  /** Throws to those who may like it, but not comment it. */
  admitComment?: (viewerId: string, id: string) => Promise<void>;
};
export type Reactions = {
  registerKind(
    kind: objects.ObjectKind,
    isVisible: VisibilityCheck,
    policy?: ModerationPolicy,
  ): void;
  visibilityChecks: Map<objects.ObjectKind, VisibilityCheck>;
  policies: Map<objects.ObjectKind, ModerationPolicy>;
};
export function makeReactions(): Reactions {
  const [visibilityChecks, policies] = [
    new Map<objects.ObjectKind, VisibilityCheck>(),
    new Map<objects.ObjectKind, ModerationPolicy>(),
  ];
  return {
    visibilityChecks,
    policies,
    registerKind(kind, isVisible, policy = {}) {
      visibilityChecks.set(kind, isVisible);
      policies.set(kind, policy);
    },
  };
}
/**
 * Returns whether a user may delete other users' comments under an object: its owner or a
 * moderator.
 */
export const mayModerate = async (
  reactions: Reactions,
  viewerId: string,
  { kind, id, owner_id }: objects.ObjectRow,
): Promise<boolean> =>
  owner_id === viewerId ||
  ((await reactions.policies.get(kind)?.moderates?.(viewerId, id)) ?? false);

/** Returns an object that the viewer may see. Throws `not_found` to everyone else. */
export async function getVisible(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<objects.ObjectRow> {
  const object = await objects.findObject(context.db, id);
  if (object === undefined || !(await reactions.visibilityChecks.get(object.kind)?.(viewer.id, id)))
    throw appError('not_found');
  return object;
}
/**
 * Returns an object that the viewer may like and comment. Throws `not_found`, and the errors of the
 * kind's `admit`.
 */
export async function getOpen(
  context: AppContext,
  reactions: Reactions,
  viewer: Viewer,
  id: string,
): Promise<objects.ObjectRow> {
  const object = await getVisible(context, reactions, viewer, id);
  await reactions.policies.get(object.kind)?.admit?.(viewer.id, id);
  return object;
}
