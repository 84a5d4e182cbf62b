import { noteReaction } from '#features/communities/service.ts';
import { notify, notifyNamed, withdraw } from '#features/notifications/service.ts';
import { pageOf } from '#features/reactions/service.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { ANSWER_TITLE, COMMENT_MENTION_TITLE, reactionTitle } from '@respa/contract/notifications';

/** The notice to a user whose item was liked or commented on, if it is not a post. */
const REACTED: Partial<Record<string, Record<'like' | 'comment', string>>> = {
  userphoto: { like: 'Нравится ваша фотография', comment: 'Новый комментарий к вашей фотографии' },
  video: { like: 'Нравится ваше видео', comment: 'Новый комментарий к вашему видео' },
};

/**
 * Notifies the owner of a thing of likes and comments, and withdraws the notices of removed ones.
 */
export function notifyOfReactions(context: AppContext): void {
  context.signals.on(
    'reacted',
    async ({ tx, after, type, by, ownerId, kind, objectId, emoji, answered = null }) => {
      const title = emoji === undefined ? REACTED[kind]?.[type] : reactionTitle(emoji, kind);
      if (ownerId !== null)
        await notify(context, tx, after, {
          to: ownerId,
          from: by,
          type,
          postType: kind,
          postId: objectId,
          ...(title === undefined ? {} : { title }),
        });
      if (kind === 'publicpost')
        await noteReaction(context, tx, after, { by, type, postId: objectId, isGone: false });
      if (answered !== null && answered !== ownerId)
        await notify(context, tx, after, {
          to: answered,
          from: by,
          type,
          postType: pageOf(kind),
          postId: objectId,
          title: ANSWER_TITLE,
        });
    },
  );
  context.signals.on('unreacted', async ({ tx, after, type, by, objectId, to }) => {
    await withdraw(context, tx, after, {
      from: by,
      type,
      postId: objectId,
      ...(to === undefined ? {} : { to }),
    });
    if (to === undefined)
      await noteReaction(context, tx, after, { by, type, postId: objectId, isGone: true });
  });
}

/** Notifies the people whom a comment names, and withdraws the notices to those named no more. */
export function notifyOfNames(context: AppContext): void {
  context.signals.on('named', async ({ tx, after, by, kind, objectId, commentId, ...named }) => {
    if (named.hadNamed)
      await withdraw(context, tx, after, { part: commentId, stillTo: named.stillTo });
    await notifyNamed(context, tx, after, {
      to: named.to,
      from: by,
      title: COMMENT_MENTION_TITLE,
      postType: pageOf(kind),
      postId: objectId,
      part: commentId,
    });
  });
}

export function notifyOfDevices(context: AppContext): void {
  context.signals.on('newDevice', ({ tx, after, userId, device }) =>
    notify(context, tx, after, {
      to: userId,
      from: userId,
      type: 'device',
      title: `Вход с нового устройства: ${device}`,
    }),
  );
}
