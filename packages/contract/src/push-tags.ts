// The tags of notifications on a device: one with the tag of another replaces it.

/** Returns the tag that groups the notifications of a conversation. */
export const roomTag = (roomId: string): string => `room:${roomId}`;

const NOTICE = 'notice:';
/** Returns the tag of a notice: what it has gained since replaces it. */
export const noticeTag = (id: string): string => NOTICE + id;
export const isNoticeTag = (tag: string): boolean => tag.startsWith(NOTICE);

/** The tags of notifications that say nothing about their content. */
export const HIDDEN_TAGS = { message: 'room', notice: 'notice:hidden', call: 'room' } as const;
