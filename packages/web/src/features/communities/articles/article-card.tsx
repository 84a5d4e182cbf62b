import { lazy, Suspense, type ReactNode } from 'react';
import { PostLink } from '#features/links/parts.ts';
import { PollSlot } from '#features/polls/parts.ts';
import { Comments, EmojiSlot } from '#features/reactions/parts.ts';
import { RepostSlot, ShareButton } from '#features/sharing/parts.ts';
import { useMyId } from '#lib/network/session.ts';
import { PostBody, PostFrame } from '#ui/layout/post-frame.tsx';
import {
  picturesOf,
  useChangeArticle,
  useCountComments,
  useLikeArticle,
  type Article,
} from '../api.ts';
import { faceOf } from '../community-row.tsx';
import { ArticleActs } from './article-acts.tsx';
import { ArticleMarks } from './article-marks.tsx';

const WaitingFoot = lazy(async () => ({
  default: (await import('./article-menu.tsx')).WaitingFoot,
}));

type ArticleCardProps = {
  article: Article;
  isOpen?: boolean;
  isOnWall?: boolean;
  /** A button beside the community. */
  action?: ReactNode;
  onRemoved?: () => void;
};
/**
 * A community's article with its reactions. `isOnWall` shows whether it is pinned there; `isOpen`
 * shows the whole text at once.
 */
export function ArticleCard(props: ArticleCardProps) {
  const { article, isOpen = false, isOnWall = false, action, onRemoved } = props;
  const like = useLikeArticle();
  const count = useCountComments();
  const change = useChangeArticle();
  const me = useMyId();
  const { head, state, author } = article;
  const isOut = state === 'published';
  return (
    <PostFrame
      id={article._id}
      label={`Пост, ${head.name}`}
      pinned={isOnWall && article.pinned}
      isOpen={isOpen}
      head={{ id: head.id, name: head.name, to: `/public/${head.id}`, src: faceOf(head.avatarUrl) }}
      date={{ value: article.date, to: `/publicpost/${article._id}` }}
      action={action}
      marks={<ArticleMarks article={article} />}
      menu={<ArticleActs article={article} onRemoved={onRemoved} />}
      foot={
        isOut ? undefined : (
          <Suspense>
            <WaitingFoot article={article} isMine={author?.id === me} onOut={onRemoved} />
          </Suspense>
        )
      }
      reactions={
        !isOut
          ? undefined
          : {
              liked: article.liked,
              likes: article.likes,
              comments: article.commentsCount,
              onLike: () => like.mutate(article),
              likeLabel: 'Нравится пост',
              more: (
                <>
                  <ShareButton
                    of={{ kind: 'publicpost', id: article._id }}
                    shares={article.shares}
                  />
                  <EmojiSlot post={article} change={change} />
                </>
              ),
              conversation: (
                <Comments
                  id={article._id}
                  onCount={(by) => count(article._id, by)}
                  closed={article.mayComment ? undefined : article.commentsFor}
                />
              ),
            }
      }
    >
      <PostBody
        title={article.title}
        text={article.text}
        mentions={article.mentions}
        pictures={picturesOf(article)}
        isOpen={isOpen}
      />
      <PostLink
        of={{ kind: 'publicpost', id: article._id }}
        text={article.text}
        link={article.link}
        isMine={article.mayEdit && isOut}
      />
      {article.repost ? <RepostSlot repost={article.repost} /> : null}
      {article.poll === null ? null : <PollSlot poll={article.poll} inset />}
    </PostFrame>
  );
}
