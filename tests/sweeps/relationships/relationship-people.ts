import * as admins from '@respa/contract/admin';
import * as account from '@respa/contract/account';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import * as groups from '@respa/contract/group-chats';
import * as privacy from '@respa/contract/privacy';
import * as communities from '@respa/contract/communities';
import * as videohost from '@respa/contract/videohost';
import { Caller, PASSWORD, type TestApp } from '../../support/driver.ts';
import { befriend, excludeFrom, inviteInto } from '../../support/members/group-chats.ts';
import { roomOf, sendMessage } from '../../support/members/conversations.ts';
import { makePoll, readPoll, voteFor } from '../../support/members/polls.ts';
import type { Things } from '../access-row.ts';
import type { RelationshipName } from './relationships.ts';

/**
 * Creates one user for each relationship to the owner's objects; `theirs` holds their own objects
 * with the owner in place of the friend's.
 */
export async function gatherPeople(
  app: TestApp,
  owner: Caller,
  friend: Caller,
  things: Things,
): Promise<{
  people: Record<RelationshipName, Caller>;
  theirs: Partial<Record<RelationshipName, Partial<Things>>>;
}> {
  const join = () => app.join('Кто-то', 'Знакомый');
  const [member, excluded, left, editor, formerEditor, banned] = [
    await join(),
    await join(),
    await join(),
    await join(),
    await join(),
    await join(),
  ];
  const [helper, formerHelper, granted, takenBack, blocked, shut] = [
    await join(),
    await join(),
    await join(),
    await join(),
    await join(),
    await join(),
  ];
  for (const one of [member, excluded, left]) {
    await befriend(owner, one);
    await inviteInto(owner, things.groupId, one);
  }
  await excludeFrom(owner, things.groupId, excluded);
  await left.call(groups.leave, { params: { id: things.groupId } });
  for (const one of [editor, formerEditor, banned])
    await one.call(communities.subscribe, { params: { id: things.publicId } });
  for (const one of [editor, formerEditor])
    await owner.call(communities.addEditor, { params: { id: things.publicId, userId: one.id } });
  await owner.call(communities.removeEditor, {
    params: { id: things.publicId, userId: formerEditor.id },
  });
  await owner.call(communities.ban, {
    params: { id: things.publicId, userId: banned.id },
    body: { reason: 'Шумит' },
  });
  for (const one of [helper, formerHelper]) {
    await one.call(videohost.subscribe, { params: { channelId: things.channelId } });
    await owner.call(videohost.addHelper, { params: { id: things.channelId, userId: one.id } });
  }
  await owner.call(videohost.removeHelper, {
    params: { id: things.channelId, userId: formerHelper.id },
  });
  for (const one of [granted, takenBack])
    await owner.call(cloudSharing.send, {
      params: { userId: one.id, fileId: things.fileId, fileName: 'сундук.txt' },
    });
  await owner.call(cloudSharing.revoke, { params: { id: things.fileId, userId: takenBack.id } });
  await befriend(owner, shut);
  const roomId = await roomOf(owner, shut);
  const message = await sendMessage(shut, roomId, 'Пока ещё можно');
  const poll = await makePoll(shut, owner, roomId);
  await voteFor(shut, await readPoll(shut, poll.pollId), 0);
  await inviteInto(owner, things.groupId, shut);
  for (const one of [blocked, shut]) await owner.call(privacy.block, { params: { id: one.id } });
  const people = {
    'the other of a private room': friend,
    'a member of the group chat': member,
    'who was excluded from the group chat': excluded,
    'who left the group chat': left,
    'an editor of the group': editor,
    'a former editor of the group': formerEditor,
    'who is banned from the group': banned,
    'a helper of the channel': helper,
    'a former helper of the channel': formerHelper,
    'to whom a file was sent': granted,
    'from whom the file was taken back': takenBack,
    'who is blocked by the owner': blocked,
    'who is blocked by the leader of the group': blocked,
    'who was blocked after they had talked': shut,
  };
  return {
    people,
    theirs: {
      'who was blocked after they had talked': { roomId, messageId: message._id, ...poll },
    },
  };
}
/**
 * Returns tokens that are no longer valid: of users who signed out, were suspended, changed the
 * password or deleted the account. `beforehand` gets them while they are valid.
 */
export async function endSessions(
  app: TestApp,
  admin: Caller,
  beforehand: (why: string, who: Caller) => Promise<void> = async () => {},
): Promise<Record<string, Caller>> {
  const join = () => app.join('Бывший', 'Вошедший');
  const [signedOut, suspended, changed, deleted] = [
    await join(),
    await join(),
    await join(),
    await join(),
  ];
  const all = { 'signed out': signedOut, suspended, 'of an older password': changed, deleted };
  for (const [why, who] of Object.entries(all)) await beforehand(why, who);
  await signedOut.call(account.logout);
  await admin.call(admins.suspend, { params: { id: suspended.id }, body: { reason: 'Спам' } });
  const { token } = await app.nobody.call(account.login, {
    body: { email: changed.email, password: PASSWORD },
  });
  await new Caller(app.url, { token, id: changed.id }).call(account.changePassword, {
    body: { password: PASSWORD, newPassword: 'respawn-2027' },
  });
  await deleted.call(account.deleteProfile, { body: { password: PASSWORD } });
  return all;
}
