import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Video } from '../api.ts';
import { FAILED } from '../words.ts';

/** In place of the player: a video that is being processed, or that failed. */
export function UnplayableVideo({ state }: { state: Video['state'] }) {
  return (
    <Card>
      <EmptyState
        art={state === 'failed' ? 'broken' : 'photo'}
        text={state === 'failed' ? FAILED : 'Видео обрабатывается'}
        more={
          state === 'failed'
            ? 'В этом файле нет видео, которое можно проиграть. Загрузите другой.'
            : 'Его увидят, как только оно будет готово. Эту страницу можно закрыть.'
        }
      />
    </Card>
  );
}
