import * as profile from '@respa/contract/profile';
import * as storage from '@respa/contract/storage';
import { getUsage as getCloudUsage } from '#features/cloud/service.ts';
import { listStores } from '#features/media/service.ts';
import { isOn } from '#platform/http/form-flag.ts';
import { serve, type App } from '#platform/http/serve.ts';
import { getFacts } from './facts.ts';
import { editProfile, getOwn, getProfile, getUser, updateImages, visit } from './service.ts';

export function mountProfile(app: App): void {
  const { context } = app;
  serve(app, profile.me, async ({ viewer }) => ({
    user: await getOwn(context, viewer),
    isAdmin: viewer.isAdmin || viewer.adminLacks !== undefined,
    activated: viewer.isActivated,
  }));
  serve(app, storage.usage, async ({ viewer }) => {
    const [{ used, quota, files }, stores] = await Promise.all([
      getCloudUsage(context, viewer),
      listStores(context, viewer.id),
    ]);
    return { stores: [{ store: 'cloud' as const, used, quota, files }, ...stores] };
  });
  serve(app, profile.user, async ({ viewer, params }) => ({
    user: await getUser(context, viewer, params.id),
  }));
  serve(app, profile.profile, ({ viewer, params }) => getProfile(context, viewer, params.id));
  serve(app, profile.facts, ({ viewer, params }) => getFacts(context, viewer, params.id));
  serve(app, profile.visit, ({ viewer, params }) => visit(context, viewer, params.id));
  serve(app, profile.edit, async ({ viewer, body, files }) => {
    return {
      user: await editProfile(context, viewer, body, { avatar: files.file, cover: files.file2 }),
    };
  });
  serve(app, profile.updateImages, ({ viewer, body, files }) =>
    updateImages(
      context,
      viewer,
      { avatar: files.avatar, cover: files.banner },
      { avatar: isOn(body.removeAvatar), cover: isOn(body.removeBanner) },
    ),
  );
}
