import { Link } from 'react-router';
import { count as formatCount, plural } from '#lib/text/format.ts';
import type { Profile } from './api.ts';

type ProfileCountsProps = { userId: string; counts: Profile['counts'] };
/** How many friends, photos and posts a person has. */
export function ProfileCounts({ userId, counts }: ProfileCountsProps) {
  return (
    <>
      <div>
        <dd>{formatCount(counts.friends)}</dd>
        <dt>
          <Link to={`/friends/${userId}`}>
            {plural(counts.friends, ['друг', 'друга', 'друзей'])}
          </Link>
        </dt>
      </div>
      <div>
        <dd>{formatCount(counts.photos)}</dd>
        <dt>
          <Link to={`/photos/${userId}`}>фото</Link>
        </dt>
      </div>
      <div>
        <dd>{formatCount(counts.posts)}</dd>
        <dt>{plural(counts.posts, ['пост', 'поста', 'постов'])}</dt>
      </div>
    </>
  );
}
