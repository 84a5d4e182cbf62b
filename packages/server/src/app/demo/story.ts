import { MINUTE_MS } from '@respa/contract/durations';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GROUP, PRIVATE } from '#features/chats/service.ts';
import { isGame } from '#features/catalogue/games.ts';
import { rate, setStatus } from '#features/catalogue/members.ts';
import { dateGame } from '#features/catalogue/seed.ts';
import { createGame } from '#features/catalogue/writing.ts';
import { invite } from '#features/chats/groups/group-members.ts';
import { createGroup, editGroup } from '#features/chats/groups/groups.ts';
import { dateLines, dateMessage } from '#features/chats/seed.ts';
import { sendFile } from '#features/cloud/sharing.ts';
import { makeFolder } from '#features/cloud/folders.ts';
import { uploadFiles } from '#features/cloud/uploading.ts';
import { editMessage, sendMessage } from '#features/chats/messages/messages.ts';
import { openRoomWith, readRoom } from '#features/chats/rooms/rooms.ts';
import { acceptRequest, requestFriendship } from '#features/friends/service.ts';
import { dateNotices } from '#features/notifications/seed.ts';
import { setLastOnline } from '#features/people/seed.ts';
import { maySeeArticle } from '#features/communities/articles.ts';
import { createCommunity } from '#features/communities/communities.ts';
import { dateArticle, dateNotices as dateCommunityNotices } from '#features/communities/seed.ts';
import { addEditor } from '#features/communities/staff.ts';
import { subscribe } from '#features/communities/subscriptions.ts';
import { createArticle, propose } from '#features/communities/writing.ts';
import { updateImages, visit } from '#features/profile/service.ts';
import { dateComment } from '#features/reactions/seed.ts';
import { comment, like, makeReactions } from '#features/reactions/service.ts';
import { datePost } from '#features/wall/seed.ts';
import { maySeePost } from '#features/wall/service.ts';
import { createPost } from '#features/wall/writing.ts';
import { now } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import type { Member } from './members.ts';
import { createDemoAds } from './classifieds.ts';
import { drawCover } from './covers.ts';
import { GAME_STORY } from './games.ts';
import { GROUP_STORY } from './group-chat.ts';
import { drawLandscape } from './landscape.ts';
import { COMMUNITY_STORY } from './community-story.ts';
import { STORY, type Scene } from './scenes.ts';
import { fillAdminPanel } from './admin-panel.ts';
import { fillVideos } from './videos.ts';

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
  const idOf = (login: string): string =>
    members.find((member) => member.gamer?.login === login)!.id;
  const as = (login: string): Viewer => ({
    id: idOf(login),
    sessionId: '',
    isActivated: true,
    isAdmin: false,
  });
  const reactions = makeReactions();
  reactions.registerKind('userpost', (viewerId, id) => maySeePost(context, viewerId, id));
  reactions.registerKind('publicpost', (viewerId, id) => maySeeArticle(context, viewerId, id));
  reactions.registerKind('game', (_viewerId, id) => isGame(context, id));
  const draw = async (
    slot: string,
    seeds: readonly number[],
    width: number,
    height: number,
  ): Promise<StagedFile[]> =>
    Promise.all(
      seeds.map(async (seed, index) => {
        const bytes = await drawLandscape(seed, width, height);
        const path = join(context.stagingDir, `${randomUUID()}.jpg`);
        await writeFile(path, bytes);
        return {
          slot,
          part: `${slot}${index}`,
          path,
          bytes: bytes.length,
          filename: 'landscape.jpg',
          declaredType: 'image/jpeg',
        };
      }),
    );
  const stage = async (
    filename: string,
    content: string | number | Buffer,
  ): Promise<StagedFile> => {
    const bytes =
      typeof content === 'number'
        ? await drawLandscape(content, 960, 640)
        : typeof content === 'string'
          ? Buffer.from(content)
          : content;
    const path = join(context.stagingDir, `${randomUUID()}.part`);
    await writeFile(path, bytes);
    return { slot: 'file', part: 'file0', path, bytes: bytes.length, filename, declaredType: '' };
  };
  const posts = new Map<string, string>();
  const files = new Map<string, string>();
  const messages = new Map<string, string>();
  const communities = new Map<string, string>();
  let group = '';

  const play = async (scene: Scene, at: Date): Promise<void> => {
    const viewer = as(scene.who);
    switch (scene.does) {
      case 'looks': {
        await updateImages(
          context,
          viewer,
          {
            avatar: await draw('avatar', [scene.avatar], 320, 320),
            cover: await draw('banner', [scene.cover], 1280, 440),
          },
          {},
        );
        return;
      }
      case 'asks':
        return void (await requestFriendship(context, viewer, idOf(scene.whom)));
      case 'accepts':
        return void (await acceptRequest(context, viewer, idOf(scene.whom)));
      case 'visits':
        return void (await visit(context, viewer, idOf(scene.whom)));
      case 'posts': {
        const post = await createPost(context, viewer, {
          title: scene.text,
          files: await draw('file', scene.pictures ?? [], 1280, 800),
        });
        posts.set(scene.key, post._id);
        return void (await datePost(context.db, post._id, at));
      }
      case 'likes':
        return void (await like(context, reactions, viewer, posts.get(scene.post)!, 'on'));
      case 'comments': {
        const { _id: id } = await comment(context, reactions, viewer, posts.get(scene.post)!, {
          text: scene.text,
        });
        return void (await dateComment(context.db, id, at));
      }
      case 'writes': {
        const room = await openRoomWith(context, viewer, idOf(scene.whom));
        const message = await sendMessage(
          context,
          viewer,
          room._id,
          {
            message: scene.text,
            files: {
              image: await draw('image', scene.pictures ?? [], 960, 600),
              video: [],
              audio: [],
              poster: [],
            },
          },
          PRIVATE,
        );
        if (scene.key !== undefined) messages.set(scene.key, message._id);
        await dateMessage(context.db, message._id, at);
        return;
      }
      case 'gathers': {
        const room = await createGroup(context, viewer, {
          title: scene.title,
          description: scene.description,
          members: scene.whom.map(idOf),
          avatar: await draw('avatar', [scene.avatar], 320, 320),
        });
        group = room._id;
        return;
      }
      case 'brings':
        return invite(context, viewer, group, idOf(scene.whom));
      case 'names':
        return void (await editGroup(context, viewer, group, { title: scene.title }));
      case 'says': {
        const message = await sendMessage(
          context,
          viewer,
          group,
          {
            message: scene.text,
            files: {
              image: await draw('image', scene.pictures ?? [], 960, 600),
              video: [],
              audio: [],
              poster: [],
            },
          },
          GROUP,
        );
        return dateMessage(context.db, message._id, at);
      }
      case 'founds': {
        const made = await createCommunity(context, viewer, {
          name: scene.name,
          description: scene.description,
          avatar: await draw('avatar', [scene.avatar], 320, 320),
          cover: await draw('banner', [scene.cover], 1280, 306),
        });
        communities.set(scene.group, made._id);
        return;
      }
      case 'follows':
        return void (await subscribe(context, viewer, communities.get(scene.group)!, 'on'));
      case 'trusts':
        return addEditor(context, viewer, communities.get(scene.group)!, idOf(scene.whom));
      case 'publishes':
      case 'proposes': {
        const write = scene.does === 'publishes' ? createArticle : propose;
        const article = await write(context, viewer, communities.get(scene.group)!, {
          title: scene.title,
          text: scene.text,
          files: await draw('file', scene.pictures, 1280, 800),
        });
        if (scene.does === 'publishes') posts.set(scene.key, article._id);
        return dateArticle(context.db, article._id, at);
      }
      case 'adds': {
        const id = await createGame(
          context,
          { ...viewer, isAdmin: true },
          {
            name: scene.name,
            description: scene.description,
            genres: scene.genres,
            tags: scene.tags,
            files: {
              preview: [await stage('cover.jpg', await drawCover(scene.seed, scene.sign))],
              screenshot: await draw('screenshot', scene.shots, 960, 540),
              source: [],
            },
          },
        );
        posts.set(scene.game, id);
        return dateGame(context.db, id, at);
      }
      case 'rates':
        return void (await rate(context, viewer, posts.get(scene.game)!, scene.rating));
      case 'marks':
        return void (await setStatus(context, viewer, posts.get(scene.game)!, scene.status));
      case 'stores': {
        const folderId =
          scene.folder === undefined
            ? null
            : (await makeFolder(context, viewer, scene.folder, null))._id;
        const staged = await Promise.all(
          scene.files.map(([name, content]) => stage(name, content)),
        );
        for (const { _id, name } of await uploadFiles(context, viewer, {
          folderId,
          files: staged,
          uploads: [],
          names: [],
          keys: [],
        }))
          files.set(name, _id);
        return;
      }
      case 'sends':
        return sendFile(context, viewer, idOf(scene.whom), files.get(scene.file)!);
      case 'looks in':
        return readRoom(context, viewer, group, GROUP);
      case 'edits': {
        const id = messages.get(scene.message)!;
        const { date } = await editMessage(
          context,
          viewer,
          id,
          {
            message: scene.text,
            files: { image: [], video: [], audio: [], poster: [] },
          },
          PRIVATE,
        );
        await dateMessage(context.db, id, new Date(date), at);
        return;
      }
      case 'reads':
        return readRoom(
          context,
          viewer,
          (await openRoomWith(context, viewer, idOf(scene.whom)))._id,
          PRIVATE,
        );
    }
  };
  // The sort is stable: events of the same time happen in the order in which they are written.
  for (const scene of [...STORY, ...GROUP_STORY, ...COMMUNITY_STORY, ...GAME_STORY].sort(
    (a, b) => b.ago - a.ago,
  )) {
    mayGoOn();
    const began = now();
    const at = new Date(day.getTime() - scene.ago * MINUTE_MS);
    await play(scene, at);
    await dateNotices(context.db, began, at);
    await dateCommunityNotices(context.db, began, at);
    if (scene.does === 'gathers' || scene.does === 'brings' || scene.does === 'names')
      await dateLines(context.db, group, began, at);
    await setLastOnline(context.db, idOf(scene.who), at);
  }
  await createDemoAds(context, as, day, mayGoOn);
  await fillVideos(context, as, day, mayGoOn);
  await fillAdminPanel(context, members, as, day, (slot, seed) => draw(slot, [seed], 1280, 720));
}
