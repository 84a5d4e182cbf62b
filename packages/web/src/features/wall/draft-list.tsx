import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useDrafts, useScheduled } from './authoring-api.ts';
import { DraftCard } from './draft-card.tsx';
import { PostList } from './post-list.tsx';

type ListProps = { onPublished: () => void };
type OwnListProps = ListProps & {
  source: ReturnType<typeof useDrafts>;
  text: string;
  more: string;
};
/** Posts that only the member sees, and the way to write one where there are none. */
function OwnList({ source, text, more, onPublished }: OwnListProps) {
  const action = (
    <ButtonLink to="/createpost" variant="primary">
      Написать пост
    </ButtonLink>
  );
  return (
    <PostList
      source={source}
      empty={<EmptyState art="post" text={text} more={more} action={action} />}
    >
      {(post) => <DraftCard key={post._id} post={post} onPublished={onPublished} />}
    </PostList>
  );
}
/** The member's unpublished drafts. */
export const DraftList = (props: ListProps) => (
  <OwnList
    {...props}
    source={useDrafts()}
    text="Черновиков пока нет"
    more="Начните пост и нажмите «В черновики»: его увидите только вы."
  />
);
/** The member's posts that are published at their time. */
export const ScheduledList = (props: ListProps) => (
  <OwnList
    {...props}
    source={useScheduled()}
    text="Отложенных постов нет"
    more="Время выхода выбирают, когда пишут пост."
  />
);
