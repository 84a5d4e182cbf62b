import { displayName } from '@respa/contract/characters';
import { EditedMark } from '#features/posts/parts.ts';
import { IconClock } from '#ui/icons.ts';
import { dateTime } from '#lib/text/format.ts';
import { PostMark } from '#ui/layout/post-frame.tsx';
import type { Article } from '../api.ts';

/** Beside the date of an article: whether it was changed, when it is published, who wrote it. */
export function ArticleMarks({ article }: { article: Article }) {
  const { author } = article;
  const writer = author === null ? null : displayName(author);
  return (
    <>
      {article.edited === null ? null : (
        <EditedMark kind="publicpost" id={article._id} edited={article.edited} />
      )}
      {article.publishAt === null ? null : (
        <PostMark>
          <IconClock size={15} aria-hidden="true" />
          &nbsp;выйдет {dateTime(article.publishAt)}
        </PostMark>
      )}
      {writer === null ? null : (
        <PostMark title={article.isProposal ? 'Предложил участник' : 'Видят только редакторы'}>
          {article.isProposal ? 'от' : 'автор'} {writer}
        </PostMark>
      )}
    </>
  );
}
