/** The most moderators of a group chat. A limit of our own: a tenth of its members. */
export const GROUP_MODERATORS = 20;

export type GroupRole = 'creator' | 'moderator' | 'member';
/**
 * Who leads a group chat. What a server of the version before moderators answered, and a browser
 * may have kept, has no list of them.
 */
export type GroupLeaders = { creator: string | null; moderators?: readonly string[] };

/** Returns a user's role in a group chat; that of a user who is not in it is `member`. */
export const roleIn = ({ creator, moderators }: GroupLeaders, userId: string): GroupRole =>
  userId === creator ? 'creator' : moderators?.includes(userId) === true ? 'moderator' : 'member';
/**
 * Whether a role may exclude another one, delete its messages and mute it in the voice room: the
 * creator everyone, a moderator those who are neither.
 */
export const leads = (role: GroupRole, other: GroupRole): boolean =>
  role === 'creator' || (role === 'moderator' && other === 'member');
