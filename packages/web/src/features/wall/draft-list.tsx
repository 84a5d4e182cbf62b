import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useDrafts, useScheduled } from './authoring-api.ts';
import { DraftCard } from './draft-card.tsx';
import { PostList } from './post-list.tsx';

/** The member's unpublished drafts. */
export function DraftList({ onPublished }: { onPublished: () => void }) {
  const empty = (
    <EmptyState
      art="post"
      text="Черновиков пока нет"
      more="Начните пост и нажмите «В черновики»: его увидите только вы."
      action={
        <ButtonLink to="/createpost" variant="primary">
          Написать пост
        </ButtonLink>
      }
    />
  );
  return (
    <PostList source={useDrafts()} empty={empty}>
      {(post) => <DraftCard key={post._id} post={post} onPublished={onPublished} />}
    </PostList>
  );
}
/** The member's posts that are published at their time. */
export function ScheduledList({ onPublished }: { onPublished: () => void }) {
  const empty = (
    <EmptyState
      art="post"
      text="Отложенных постов нет"
      more="Время выхода выбирают, когда пишут пост."
      action={
        <ButtonLink to="/createpost" variant="primary">
          Написать пост
        </ButtonLink>
      }
    />
  );
  return (
    <PostList source={useScheduled()} empty={empty}>
      {(post) => <DraftCard key={post._id} post={post} onPublished={onPublished} />}
    </PostList>
  );
}
