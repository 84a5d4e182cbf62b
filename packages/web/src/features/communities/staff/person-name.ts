export type Person = {
  _id: string;
  name: string;
  surname: string;
  avatarUrl: string;
  isOnline: boolean;
};
export const nameOf = ({ name, surname }: Pick<Person, 'name' | 'surname'>): string =>
  `${name} ${surname}`;
