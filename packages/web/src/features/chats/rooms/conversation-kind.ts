import * as backgrounds from '@respa/contract/backgrounds';
import * as chats from '@respa/contract/chats';
import * as groups from '@respa/contract/group-chats';

/** The calls that both kinds of conversations have. */
type ConversationCalls = Pick<
  typeof groups,
  'connect' | 'messages' | 'send' | 'edit' | 'remove' | 'read' | 'typing'
>;
/** A kind of conversation: its calls and its texts. A page chooses one and passes it on. */
export type ConversationKind = {
  isGroup: boolean;
  calls: ConversationCalls;
  background: {
    upload: typeof backgrounds.upload | typeof backgrounds.uploadToGroup;
    reset: typeof backgrounds.reset | typeof backgrounds.resetOfGroup;
  };
  menuLabel: string;
  findLabel: string;
  /** The text of the confirmation before a message is deleted. */
  deletionText: string;
};

export const PRIVATE: ConversationKind = {
  isGroup: false,
  calls: chats,
  background: { upload: backgrounds.upload, reset: backgrounds.reset },
  menuLabel: 'Действия с перепиской',
  findLabel: 'Найти в переписке',
  deletionText: 'Сообщение удалится у обоих.',
};
export const GROUP: ConversationKind = {
  isGroup: true,
  calls: groups,
  background: { upload: backgrounds.uploadToGroup, reset: backgrounds.resetOfGroup },
  menuLabel: 'Действия с беседой',
  findLabel: 'Найти в беседе',
  deletionText: 'Сообщение удалится у всех.',
};
/** Returns the kind of conversation of a stored message that waits to be sent. */
export const kindOf = ({ isGroup }: { isGroup: boolean }): ConversationKind =>
  isGroup ? GROUP : PRIVATE;
