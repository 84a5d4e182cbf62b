import type { Static } from 'typebox';
import type { GameCard, GameComment, GameVersion } from '@respa/contract/catalogue';
import type { Comment } from '@respa/contract/reactions';
import { presentPassport } from './apk/passport.ts';
import type { GameRow, SeenRow } from './queries.ts';
import type { VersionRow } from './version-queries.ts';

export type ShownCard = Static<typeof GameCard>;
/** Rounded to a tenth. */
export const meanOf = ({ rating_sum, votes }: Pick<GameRow, 'rating_sum' | 'votes'>): number =>
  votes === 0 ? 0 : Math.round((rating_sum / votes) * 10) / 10;

export const presentCard = (row: SeenRow, commentsCount: number): ShownCard => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  previewUrl: row.preview?.name ?? '',
  preview: row.preview,
  downloadUrl: row.file ?? '',
  rating: meanOf(row),
  votes: row.votes,
  mine: row.mine,
  status: row.status,
  downloads: row.downloads,
  commentsCount,
  genres: row.genres,
  tags: row.tags,
  date: row.created_at.toISOString(),
});
export const presentVersion = (row: VersionRow): Static<typeof GameVersion> => ({
  _id: row.id,
  version: row.version,
  changes: row.changes,
  date: row.created_at.toISOString(),
  downloadUrl: row.file ?? '',
  downloads: row.downloads,
  passport: row.passport === null ? null : presentPassport(row.passport),
});
/**
 * Presents a comment to a viewer who is not signed in: without the pages of people, and the
 * author's picture.
 */
export const presentToVisitor = ({
  answered,
  mentions: _mentions,
  ...comment
}: Static<typeof Comment>): Static<typeof GameComment> => ({
  ...comment,
  user: null,
  surname: '',
  avatarUrl: '',
  answered: answered === null ? null : { user: null, name: answered.name, surname: '' },
});
