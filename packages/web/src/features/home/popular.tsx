import { displayName } from '@respa/contract/characters';
import { ArticleCard, NewSubscription, useArticle } from '#features/communities/parts.ts';
import { AddButton } from '#features/people/parts.ts';
import { PostCard, usePost } from '#features/wall/parts.ts';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { usePopular, type PopularItem } from './overview-api.ts';
import styles from './popular.module.css';

type PostOf<Kind> = Extract<PopularItem, { kind: Kind }>;

/** What is popular among people and communities that the member does not follow yet. */
export function Popular() {
  const { data, isPending } = usePopular();
  if (isPending) return <PostsSkeleton posts={2} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="popular">
      <header className={styles.head}>
        <h2 id="popular" className={styles.title}>
          Популярное на Респе
        </h2>
        <p className={styles.text}>
          В вашей ленте пока немного постов. Вот что сейчас читают другие: подпишитесь на тех, кто
          понравится.
        </p>
      </header>
      <Stack>
        {data.map((item) =>
          item.kind === 'article' ? (
            <PopularArticle key={item.article._id} known={item.article} />
          ) : (
            <PopularPost key={item.post._id} known={item.post} />
          ),
        )}
      </Stack>
    </section>
  );
}
function PopularPost({ known }: { known: PostOf<'post'>['post'] }) {
  const { data } = usePost(known._id, known);
  if (data === undefined) return null;
  const { post } = data;
  return (
    <PostCard post={post} action={<AddButton id={post.user} name={displayName(post.head)} />} />
  );
}
function PopularArticle({ known }: { known: PostOf<'article'>['article'] }) {
  const { data } = useArticle(known._id, known);
  if (data === undefined) return null;
  const { post } = data;
  return (
    <ArticleCard
      article={post}
      action={<NewSubscription id={post.public} name={post.head.name} />}
    />
  );
}
