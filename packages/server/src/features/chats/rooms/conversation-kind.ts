import * as backgrounds from '@respa/contract/backgrounds';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';

/** The routes that private conversations and group chats share. */
type ConversationRoutes = Pick<
  typeof groups,
  'connect' | 'messages' | 'send' | 'edit' | 'remove' | 'read' | 'typing'
>;
/**
 * A kind of conversations: its routes and how its rooms are found. A room is served only by the
 * routes of its own kind.
 */
export type ConversationKind = {
  isGroup: boolean;
  routes: ConversationRoutes;
  background: {
    upload: typeof backgrounds.upload | typeof backgrounds.uploadToGroup;
    reset: typeof backgrounds.reset | typeof backgrounds.resetOfGroup;
  };
  /** What an open stream of a room is filed under: this prefix and the room's id. */
  streamPrefix: string;
};

export const PRIVATE: ConversationKind = {
  isGroup: false,
  routes: chats,
  background: { upload: backgrounds.upload, reset: backgrounds.reset },
  streamPrefix: 'private:',
};
export const GROUP: ConversationKind = {
  isGroup: true,
  routes: groups,
  background: { upload: backgrounds.uploadToGroup, reset: backgrounds.resetOfGroup },
  streamPrefix: 'group:',
};
