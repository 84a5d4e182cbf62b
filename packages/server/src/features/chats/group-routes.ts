import * as groups from '@respa/contract/groups';
import { isOn } from '#platform/flag.ts';
import { done, serve, type House } from '#platform/serve.ts';
import { deleteGroup, exclude, invite, leave } from './group-members.ts';
import { changeAvatar, createGroup, editGroup, getGroup, readMembers } from './groups.ts';

export function mountGroups(house: House): void {
  const { ground } = house;
  serve(house, groups.create, async ({ viewer, body, files }) => ({
    room: await createGroup(ground, viewer, {
      ...body,
      members: readMembers(body.members, viewer.id),
      avatar: files.avatar,
    }),
  }));
  serve(house, groups.room, async ({ viewer, params }) => ({
    room: await getGroup(ground, viewer, params.id),
  }));
  serve(house, groups.removeRoom, ({ viewer, params }) =>
    done(deleteGroup(ground, viewer, params.id)),
  );
  serve(house, groups.changeTitle, async ({ viewer, params, body }) => ({
    title: (await editGroup(ground, viewer, params.id, body)).title,
  }));
  serve(house, groups.changeAvatar, async ({ viewer, params, body, files }) => ({
    avatarUrl: await changeAvatar(ground, viewer, params.id, {
      file: files.file,
      isRemoved: isOn(body.removeAvatar),
    }),
  }));
  serve(house, groups.editGroup, ({ viewer, params, body }) =>
    editGroup(ground, viewer, params.id, body),
  );
  serve(house, groups.leave, ({ viewer, params, query }) =>
    done(leave(ground, viewer, params.id, query.refuse === 'true')),
  );
  serve(house, groups.exclude, ({ viewer, params }) =>
    done(exclude(ground, viewer, params.roomId, params.userId)),
  );
  serve(house, groups.invite, ({ viewer, params }) =>
    done(invite(ground, viewer, params.roomId, params.userId)),
  );
}
