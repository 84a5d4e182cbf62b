/** Face and cover of a page as they will be; `undefined`: as they are, `null`: none. */
export type HeadChoice = { avatar: Blob | null | undefined; cover: Blob | null | undefined };
/** What the forms of groups and channels send of them. */
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
