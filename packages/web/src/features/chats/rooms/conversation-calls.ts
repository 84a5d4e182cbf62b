import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';

/** The calls that dialogs and groups have alike. */
export type ConversationCalls = Pick<
  typeof groups,
  'connect' | 'messages' | 'send' | 'edit' | 'remove' | 'read' | 'typing'
>;
export const conversationOf = (isGroup: boolean): ConversationCalls => (isGroup ? groups : chats);
