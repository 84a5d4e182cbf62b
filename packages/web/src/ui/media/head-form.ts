/** The new avatar and cover of a page; `undefined`: unchanged, `null`: removed. */
export type HeadChoice = { avatar: Blob | null | undefined; cover: Blob | null | undefined };
/** Returns the form fields that communities and channels send for them. */
export const formOfHead = ({ avatar, cover }: HeadChoice) => ({
  body: {
    ...(avatar === null ? { removeAvatar: true } : {}),
    ...(cover === null ? { removeBanner: true } : {}),
  },
  files: {
    ...(avatar instanceof Blob ? { avatar: [avatar] } : {}),
    ...(cover instanceof Blob ? { banner: [cover] } : {}),
  },
});
