import { appError } from '@respa/contract/app-errors';
import type { PendingNews } from './groups/group-channels.ts';
import type { FindCloudFile } from './messages/media/message-files.ts';
import type { WriteQueue } from './messages/write-queue.ts';

/** State of the chats of one server. */
export type ChatState = {
  /** By room: news of a group chat that wait for the pause after the last event, or null. */
  groupNews: Map<string, PendingNews | null>;
  /** By room: messages that wait for their turn. */
  writeQueues: Map<string, WriteQueue>;
  /** Set by `mountChats`: the cloud is a feature beside this one. */
  findCloudFile: FindCloudFile;
};
declare module '#platform/runtime/app-context.ts' {
  interface FeatureState {
    chats: ChatState;
  }
}

export const createChatState = (): ChatState => ({
  groupNews: new Map(),
  writeQueues: new Map(),
  findCloudFile: () => Promise.reject(appError('not_found')),
});
