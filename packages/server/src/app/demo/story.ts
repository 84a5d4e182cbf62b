import { MINUTE_MS } from '@respa/contract/durations';
import { dateLines } from '#features/chats/seed.ts';
import { dateNotices as dateCommunityNotices } from '#features/communities/seed.ts';
import { dateNotices } from '#features/notifications/seed.ts';
import { setLastOnline } from '#features/people/seed.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { now } from '#platform/runtime/clock.ts';
import { fillAdminPanel } from './admin-panel.ts';
import { CHATS } from './chat-scenes.ts';
import { createDemoAds } from './classifieds.ts';
import { COMMUNITIES } from './community-scenes.ts';
import { COMMUNITY_STORY } from './community-story.ts';
import { FILES } from './file-scenes.ts';
import { GAME_STORY } from './games.ts';
import { GROUP_STORY } from './group-chat.ts';
import type { Member } from './members.ts';
import { PEOPLE } from './people-scenes.ts';
import { STORY, type Scene } from './scenes.ts';
import { createStage, type Player, type Players } from './stage.ts';
import { fillVideos } from './videos.ts';

const PLAYERS: Players<Scene['does']> = { ...PEOPLE, ...CHATS, ...COMMUNITIES, ...FILES };
/** Scenes that leave a system message in the group chat. */
const IN_GROUP: ReadonlySet<Scene['does']> = new Set(['gathers', 'brings', 'names']);

/**
 * Plays the stories of the six through the same functions that the calls use, one scene after
 * another, and backdates the results of each.
 */
export async function playStory(
  context: AppContext,
  members: Member[],
  day: Date,
  mayGoOn: () => void,
): Promise<void> {
  const stage = createStage(context, members);
  // The sort is stable: events of the same time happen in the order in which they are written.
  for (const scene of [...STORY, ...GROUP_STORY, ...COMMUNITY_STORY, ...GAME_STORY].sort(
    (a, b) => b.ago - a.ago,
  )) {
    mayGoOn();
    const began = now();
    const at = new Date(day.getTime() - scene.ago * MINUTE_MS);
    await (PLAYERS[scene.does] as Player<Scene['does']>)(stage, scene, at);
    await dateNotices(context.db, began, at);
    await dateCommunityNotices(context.db, began, at);
    if (IN_GROUP.has(scene.does)) await dateLines(context.db, stage.group, began, at);
    await setLastOnline(context.db, stage.idOf(scene.who), at);
  }
  await createDemoAds(context, stage.viewerOf, day, mayGoOn);
  await fillVideos(context, stage.viewerOf, day, mayGoOn);
  await fillAdminPanel(context, members, stage.viewerOf, day, (slot, seed) =>
    stage.draw(slot, [seed], 1280, 720),
  );
}
