import { IconTrash } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { usePersonalList, videosOf } from './api.ts';
import { useForgetWatched } from './playlists/playlists-api.ts';
import { VideoGrid } from './video-grid.tsx';

const HOME = (
  <ButtonLink to="/videohost" variant="primary">
    К видео
  </ButtonLink>
);
/** The videos that the member watched, latest first. */
export function WatchHistory() {
  const found = usePersonalList('history');
  const forget = useForgetWatched();
  const tell = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
  const clear = async () => {
    if (
      await confirm({
        title: 'Очистить историю просмотров?',
        text: 'Места, где вы остановились, тоже забудутся.',
        action: 'Очистить',
        danger: true,
      })
    )
      forget.mutate(undefined, { onError: tell });
  };
  return (
    <>
      <PageHead
        title="История"
        action={
          videosOf(found.data).length > 0 ? (
            <Button onClick={() => void clear()}>Очистить</Button>
          ) : undefined
        }
      />
      <VideoGrid
        found={found}
        empty="Здесь пока нет видео"
        action={HOME}
        moreOf={(video) => [
          {
            label: 'Убрать из истории',
            icon: <IconTrash size={18} />,
            onSelect: () => forget.mutate(video._id, { onError: tell }),
          },
        ]}
      />
    </>
  );
}
/** The member's list of videos to watch later. */
export function WatchLater() {
  return (
    <>
      <PageHead title="Посмотреть позже" />
      <VideoGrid found={usePersonalList('later')} empty="Здесь пока нет видео" action={HOME} />
    </>
  );
}
