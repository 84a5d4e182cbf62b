import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import { useOwnChannels } from '../api.ts';
import { NewVideoForm } from './new-video-form.tsx';

/** A new video for one of the member's channels. */
export function NewVideo() {
  const own = useOwnChannels();
  if (own.isError && !own.data) return <ErrorState onRetry={() => void own.refetch()} />;
  if (own.data === undefined) return <PageSkeleton />;
  if (own.data.length === 0)
    return (
      <Card>
        <EmptyState
          art="photo"
          text="Сначала создайте канал."
          action={
            <ButtonLink to="/videohost/create/channel" variant="primary">
              Создать канал
            </ButtonLink>
          }
        />
      </Card>
    );
  return <NewVideoForm channels={own.data} />;
}
