import * as groups from '@respa/contract/group-chats';
import { isOn } from '#platform/http/form-flag.ts';
import { done, serve, type App } from '#platform/http/serve.ts';
import { deleteGroup, exclude, invite, leave } from './group-members.ts';
import { setModerator } from './group-moderators.ts';
import { changeAvatar, createGroup, editGroup, getGroup, readMembers } from './groups.ts';

export function mountGroups(app: App): void {
  const { context } = app;
  serve(app, groups.create, async ({ viewer, body, files }) => ({
    room: await createGroup(context, viewer, {
      ...body,
      members: readMembers(body.members, viewer.id),
      avatar: files.avatar,
    }),
  }));
  serve(app, groups.room, async ({ viewer, params }) => ({
    room: await getGroup(context, viewer, params.id),
  }));
  serve(app, groups.removeRoom, ({ viewer, params }) =>
    done(deleteGroup(context, viewer, params.id)),
  );
  serve(app, groups.changeTitle, async ({ viewer, params, body }) => ({
    title: (await editGroup(context, viewer, params.id, body)).title,
  }));
  serve(app, groups.changeAvatar, async ({ viewer, params, body, files }) => ({
    avatarUrl: await changeAvatar(context, viewer, params.id, {
      file: files.file,
      isRemoved: isOn(body.removeAvatar),
    }),
  }));
  serve(app, groups.editGroup, ({ viewer, params, body }) =>
    editGroup(context, viewer, params.id, body),
  );
  serve(app, groups.leave, ({ viewer, params, query }) =>
    done(leave(context, viewer, params.id, query.refuse === 'true')),
  );
  serve(app, groups.exclude, ({ viewer, params }) =>
    done(exclude(context, viewer, params.roomId, params.userId)),
  );
  serve(app, groups.appoint, ({ viewer, params }) =>
    done(setModerator(context, viewer, params, true)),
  );
  serve(app, groups.dismiss, ({ viewer, params }) =>
    done(setModerator(context, viewer, params, false)),
  );
  serve(app, groups.invite, ({ viewer, params }) =>
    done(invite(context, viewer, params.roomId, params.userId)),
  );
}
