import { createContext, use } from 'react';

export type Me = {
  id: string;
  name: string;
  surname: string;
  city?: string | null | undefined;
  /** The address of the picture, if there is one. */
  picture?: string | null | undefined;
};

export type ShellData = {
  me: Me | null;
  unread: { messages: number; notifications: number };
  /** The live stream does not come back. */
  isLost?: boolean | undefined;
};

/** What rails and bars show. Whoever knows the session provides it; the shell itself asks no server. */
export const ShellDataContext = createContext<ShellData>({
  me: null,
  unread: { messages: 0, notifications: 0 },
});

export function useShellData(): ShellData {
  return use(ShellDataContext);
}
