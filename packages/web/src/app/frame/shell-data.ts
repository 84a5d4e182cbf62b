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
  /** True while the live stream cannot be restored. */
  isLost?: boolean | undefined;
};

/**
 * The data that rails and bars show. The component that knows the session provides it; the shell
 * itself makes no requests.
 */
export const ShellDataContext = createContext<ShellData>({
  me: null,
  unread: { messages: 0, notifications: 0 },
});

export function useShellData(): ShellData {
  return use(ShellDataContext);
}
