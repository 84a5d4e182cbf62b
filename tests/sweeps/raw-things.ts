import * as chats from '@respa/contract/chats';
import * as cloud from '@respa/contract/cloud';
import * as groups from '@respa/contract/group-chats';
import * as privacy from '@respa/contract/privacy';
import * as communities from '@respa/contract/communities';
import * as videohost from '@respa/contract/videohost';
import * as wall from '@respa/contract/wall';
import type { Caller } from '../support/driver.ts';
import { picture } from '../support/files/pictures.ts';
import { makePromo } from '../support/members/promos.ts';
import { beginUpload } from '../support/members/uploads.ts';
import type { Things } from './access-row.ts';

/**
 * The objects of raw calls, besides the seeded objects of every sweep: names of files, and an
 * upload that the owner has started.
 */
export type RawThings = Things & {
  draftId: string;
  friendsPostId: string;
  roomPicture: string;
  groupPicture: string;
  draftPicture: string;
  friendsPicture: string;
  articlePicture: string;
  cloudFile: string;
  video: string;
  waitingPicture: string;
  upload: string;
};

/** Seeds the objects of raw calls and limits the owner's wall and photos to friends. */
export async function seedRawFixtures(owner: Caller, things: Things): Promise<RawThings> {
  const [one, other, third, fourth] = [
    await picture(),
    await picture('png'),
    await picture('webp'),
    await picture('jpeg', '#307030'),
  ];
  const { message } = await owner.call(chats.send, {
    params: { roomId: things.roomId },
    body: { message: 'Смотри' },
    files: { image: [one] },
  });
  const { message: inGroup } = await owner.call(groups.send, {
    params: { roomId: things.groupId },
    body: { message: 'Смотрите' },
    files: { image: [other] },
  });
  const { post: draft } = await owner.call(wall.create, {
    body: { title: 'Черновик', draft: 'true' },
    files: { file: [third] },
  });
  const { post: forFriends } = await owner.call(wall.create, {
    body: { title: 'Своим', audience: 'friends' },
    files: { file: [fourth] },
  });
  const { post: article } = await owner.call(communities.post, {
    params: { id: things.articleId },
  });
  const { file } = await owner.call(cloud.file, { params: { id: things.fileId } });
  const { video } = await owner.call(videohost.video, { params: { id: things.videoId } });
  const waiting = await makePromo(owner, 'Ждёт слова');
  await owner.call(privacy.set, { body: { wall: 'friends' } });
  const begun = await beginUpload(owner, 5, { purpose: 'cloud', filename: 'пять.txt' });
  return {
    ...things,
    draftId: draft._id,
    friendsPostId: forFriends._id,
    roomPicture: message.images[0]!,
    groupPicture: inGroup.images[0]!,
    draftPicture: draft.images[0]!,
    friendsPicture: forFriends.images[0]!,
    articlePicture: article.images[0]!,
    cloudFile: file.path,
    video: video.videoUrl,
    waitingPicture: waiting.imageUrl,
    upload: begun.headers.get('location')!,
  };
}
