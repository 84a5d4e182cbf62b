import { useState } from 'react';
import { RichText } from '#ui/display/rich-text.tsx';
import { IconDownload } from '#ui/icons.ts';
import { counted } from '#lib/text/format.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Time } from '#ui/display/time.tsx';
import { useVersions, type Game, type Version } from '../api.ts';
import styles from './versions-card.module.css';

/** Shows what was new in each version; a press shows the older ones. */
export function VersionsCard({ game }: { game: Game }) {
  const [isOpen, setOpen] = useState(false);
  const list = useVersions(game._id, isOpen);
  const all =
    list.data?.pages.flatMap((page) => page.versions) ?? (game.file === null ? [] : [game.file]);
  if (game.versions < 2 && (game.file?.changes ?? '') === '') return null;
  return (
    <Card>
      <CardHead title="Что нового" count={game.versions} />
      <ul className={styles.list}>
        {all.map((version) => (
          <VersionRow
            key={version._id}
            version={version}
            isNewest={version._id === game.file?._id}
          />
        ))}
      </ul>
      {list.isError ? <ErrorState small onRetry={() => void list.refetch()} /> : null}
      {!isOpen && game.versions > 1 ? (
        <Button size="small" onClick={() => setOpen(true)}>
          Все версии
        </Button>
      ) : null}
      {list.hasNextPage ? (
        <Button
          size="small"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Показать прежние
        </Button>
      ) : null}
    </Card>
  );
}
function VersionRow({ version, isNewest }: { version: Version; isNewest: boolean }) {
  return (
    <li className={styles.row}>
      <p className={styles.head}>
        <b>{version.version}</b>
        <span className={styles.dim}>
          <Time value={version.date} />
          {version.downloadUrl === ''
            ? null
            : ` · ${counted(version.downloads, ['скачивание', 'скачивания', 'скачиваний'])}`}
        </span>
      </p>
      <p className={version.changes === '' ? styles.dim : styles.text}>
        <RichText text={version.changes || 'Без описания изменений'} />
      </p>
      {version.downloadUrl === '' || isNewest ? null : (
        <ButtonLink
          size="small"
          variant="plain"
          href={`/media/app/${version._id}`}
          download
          icon={<IconDownload aria-hidden="true" />}
        >
          Скачать {version.version}
        </ButtonLink>
      )}
    </li>
  );
}
