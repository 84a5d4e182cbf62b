import { Card, CardHead } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import type { Video } from '../api.ts';
import { VideoGrid } from '../video-grid.tsx';
import type { NextVideos as Found } from './use-next-videos.ts';

const EMPTY = 'Здесь пока нет видео';

/** The playlist that is being watched, and similar or popular videos. */
export function NextVideos({ video, found }: { video: Video; found: Found }) {
  const { listId, list, query, others, isAlone } = found;
  return (
    <Stack>
      {listId === null || list.data === undefined ? null : (
        <Card>
          <CardHead
            title={list.data.pages[0]!.playlist.name}
            count={list.data.pages[0]!.playlist.count}
            to={`/videohost/playlist/${listId}`}
          />
          <VideoGrid found={list} empty={EMPTY} isColumn query={query} />
        </Card>
      )}
      <Card>
        {isAlone ? (
          <CardHead title="Популярное" to="/videohost/popular" />
        ) : (
          <CardHead title="Похожие" to={`/videohost/same/${encodeURIComponent(video.category)}`} />
        )}
        <VideoGrid found={others} empty={EMPTY} isColumn without={video._id} />
      </Card>
    </Stack>
  );
}
