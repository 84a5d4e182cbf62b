import * as profile from '@respa/contract/profile';
import { isOn } from '#platform/flag.ts';
import { serve, type House } from '#platform/serve.ts';
import { editProfile, getOwn, getProfile, getUser, updateImages, visit } from './service.ts';

export function mountProfile(house: House): void {
  const { ground } = house;
  serve(house, profile.me, async ({ viewer }) => ({
    user: await getOwn(ground, viewer),
    isAdmin: viewer.isAdmin || viewer.adminLacks !== undefined,
    activated: viewer.isActivated,
  }));
  serve(house, profile.user, async ({ viewer, params }) => ({
    user: await getUser(ground, viewer, params.id),
  }));
  serve(house, profile.profile, ({ viewer, params }) => getProfile(ground, viewer, params.id));
  serve(house, profile.visit, ({ viewer, params }) => visit(ground, viewer, params.id));
  serve(house, profile.edit, async ({ viewer, body, files }) => {
    return {
      user: await editProfile(ground, viewer, body, { avatar: files.file, cover: files.file2 }),
    };
  });
  serve(house, profile.updateImages, ({ viewer, body, files }) =>
    updateImages(
      ground,
      viewer,
      { avatar: files.avatar, cover: files.banner },
      { avatar: isOn(body.removeAvatar), cover: isOn(body.removeBanner) },
    ),
  );
}
