import { counted } from '#lib/text/format.ts';
import { mediaUrl, pictureSource } from '#lib/browser/media.ts';
import { PostBody, PostFrame } from '#ui/layout/post-frame.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { useOpenArticle, type Article } from './api.ts';
import { FoundPage } from './found-page.tsx';
import { OpenComments } from './open-comments.tsx';
import styles from './open.module.css';

/** Returns the words for the likes of a post; null if it has none. */
export const Likes = ({ likes }: { likes: number }) =>
  likes === 0 ? null : (
    <p className={styles.likes}>{counted(likes, ['отметка', 'отметки', 'отметок'])} «нравится»</p>
  );

/** A community's article as visitors read it. */
export function OpenArticle({ article, isWhole }: { article: Article; isWhole?: boolean }) {
  const { head } = article;
  return (
    <PostFrame
      id={article._id}
      label={`Пост, ${head.name}`}
      pinned={article.pinned && isWhole !== true}
      head={{
        id: head.id,
        name: head.name,
        to: `/public/${head.id}`,
        src: mediaUrl('publicavatars', head.avatarUrl, 160),
      }}
      date={{ value: article.date, to: `/publicpost/${article._id}` }}
      foot={<Likes likes={article.likes} />}
    >
      <PostBody
        title={article.title}
        text={article.text}
        pictures={article.pictures.map((picture, at) =>
          pictureSource('publicposts', picture, `Картинка ${at + 1} из поста, ${head.name}`),
        )}
        isOpen={isWhole === true}
      />
    </PostFrame>
  );
}
export function OpenArticlePage({ id }: { id: string }) {
  const found = useOpenArticle(id);
  return (
    <FoundPage
      found={found}
      title={({ title, head }) => title || `Пост, ${head.name}`}
      invitation="Обсуждайте посты и подписывайтесь на группы."
    >
      {(article) => (
        <>
          <HiddenHead title={article.title || 'Пост'} />
          <OpenArticle article={article} isWhole />
          <OpenComments kind="article" id={article._id} />
        </>
      )}
    </FoundPage>
  );
}
