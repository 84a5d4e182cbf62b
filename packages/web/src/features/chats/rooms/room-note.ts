import { createContext, type ReactNode } from 'react';

/** What the page shows between the messages and the composer of a room. */
export const RoomNote = createContext<ReactNode>(null);
