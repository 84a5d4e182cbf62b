import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { useOpenPerson, useOpenWall, type Person } from './api.ts';
import { FoundPage } from './found-page.tsx';
import { JoinLink } from './join-bar.tsx';
import { OpenPost } from './open-post.tsx';
import styles from './open.module.css';

/** A wall that its owner shows to everyone, as visitors read it. */
export function OpenWallPage({ id }: { id: string }) {
  const found = useOpenPerson(id);
  return (
    <FoundPage
      found={found}
      title={displayName}
      invitation="Добавляйте друзей, пишите им и ведите свою страницу."
    >
      {(person) => (
        <>
          <Head person={person} />
          <Posts id={person.id} />
        </>
      )}
    </FoundPage>
  );
}
const Head = ({ person }: { person: Person }) => (
  <Card as="header">
    <div className={styles.channel}>
      <span className={styles.owner}>
        <Avatar
          id={person.id}
          name={displayName(person)}
          src={mediaUrl('useravatars', person.avatarUrl, 160)}
          size={72}
        />
        <h1 className={styles.title}>{displayName(person)}</h1>
      </span>
      <JoinLink>Добавить в друзья</JoinLink>
    </div>
  </Card>
);
function Posts({ id }: { id: string }) {
  const found = useOpenWall(id);
  const posts = found.data?.pages.flatMap((page) => page.posts);
  if (posts === undefined) return <PostsSkeleton posts={2} />;
  return (
    <div className={styles.list}>
      {posts.map((post) => (
        <OpenPost key={post._id} post={post} />
      ))}
      <MorePages list={found} skeleton={<PostsSkeleton posts={1} />} />
    </div>
  );
}
