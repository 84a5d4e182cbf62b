import { previewGames } from '#features/catalogue/previews.ts';
import { previewGroups, quoteMentions } from '#features/chats/previews.ts';
import { previewAds } from '#features/classifieds/previews.ts';
import { previewFiles } from '#features/cloud/previews.ts';
import { previewArticles, previewCommunities } from '#features/communities/previews.ts';
import { firstWords, READ_LENGTH } from '#features/notifications/service.ts';
import { previewPhotos } from '#features/photos/previews.ts';
import { previewPromos } from '#features/promos/previews.ts';
import { gatherComments } from '#features/reactions/previews.ts';
import { previewVideos } from '#features/videohost/previews.ts';
import { previewPosts } from '#features/wall/previews.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

/** Registers what notifications show of their objects: one line per kind of object. */
export function registerPreviews(context: AppContext): void {
  const { objects, quotes } = context.notices;
  const communities = previewCommunities(context);
  objects
    .set('userpost', previewPosts(context))
    .set('userphoto', previewPhotos(context))
    .set('publicpost', previewArticles(context))
    .set('public', communities)
    .set('publicnotifications', communities)
    .set('video', previewVideos(context))
    .set('chat', previewGroups(context))
    .set('cloud/file', previewFiles(context))
    .set('app', previewGames(context))
    .set('ad', previewAds(context))
    .set('innerad', previewPromos(context));
  quotes.set('mention', quoteMentions(context)).set('comment', async (readerId, notices) => {
    const found = await gatherComments(context.db, readerId, notices, READ_LENGTH);
    return new Map([...found].map(([id, text]) => [id, firstWords(text)]));
  });
}
