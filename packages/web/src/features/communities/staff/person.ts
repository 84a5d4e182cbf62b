export type Person = {
  _id: string;
  name: string;
  surname: string;
  avatarUrl: string;
  isOnline: boolean;
};
