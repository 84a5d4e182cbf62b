import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { videosOfCount } from '../words.ts';
import { PlaylistForm } from './playlist-form.tsx';
import styles from './playlist-screens.module.css';
import { usePlaylists } from './playlists-api.ts';

/** The member's playlists. */
export function Playlists() {
  const found = usePlaylists();
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHead
        title="Плейлисты"
        action={
          <Button variant="primary" onClick={() => setNew(true)}>
            Создать плейлист
          </Button>
        }
      />
      <Card inset="flush">
        {found.isPending ? <PeopleSkeleton rows={3} /> : null}
        {found.isError && !found.data ? <ErrorState onRetry={() => void found.refetch()} /> : null}
        {found.data?.length === 0 ? (
          <EmptyState
            art="photo"
            text="Здесь пока что ничего нет"
            more="Соберите видео, к которым хочется возвращаться."
          />
        ) : null}
        <ul className={styles.list}>
          {found.data?.map((playlist) => (
            <li key={playlist._id} className={styles.row}>
              <Link to={`/videohost/playlist/${playlist._id}`} className={styles.name}>
                {playlist.name}
              </Link>
              <span className={styles.facts}>
                {videosOfCount(playlist.count)} · {playlist.open ? 'виден по ссылке' : 'только вам'}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {isNew ? <PlaylistForm onClose={() => setNew(false)} /> : null}
    </>
  );
}
