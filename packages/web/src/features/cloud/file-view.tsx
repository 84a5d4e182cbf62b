import { IconCloudDownload, IconDownload } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { dateTime, sizeOf } from '#lib/text/format.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { useSession } from '#lib/network/session.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { saveUrl, useAccept, useFile } from './api.ts';
import styles from './file-view.module.css';
import { Preview } from './preview/preview.tsx';
import { wordOf } from './item-icon.tsx';

/**
 * One file by its address: for everyone if it is public, else for its owner and the users it was
 * sent to.
 */
export function FileView({ id }: { id: string }) {
  const file = useFile(id);
  const session = useSession();
  const accept = useAccept();
  const navigate = useNavigate();
  if (file.error instanceof ApiError && file.error.status === 404)
    return (
      <NotFoundState
        text="ERROR 404: Page not found"
        more="Файла нет, или его владелец открыл его не всем."
      />
    );
  if (file.isError && file.data === undefined)
    return <ErrorState onRetry={() => void file.refetch()} />;
  if (file.data === undefined) return <PostsSkeleton posts={1} />;
  const { name, type, size, date, owner } = file.data;
  const isMember = session?.activated === true;
  const isOthers = isMember && owner !== session.userId;
  const take = () =>
    accept.mutate(id, {
      onSuccess: () => {
        showToast('Файл сохранён в облако', { tone: 'good' });
        navigate('/cloud');
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Card as="article" aria-label={name}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.more}>
            {wordOf(type)} · {sizeOf(size)} · {dateTime(date)}
          </p>
        </div>
        {isOthers ? (
          <Menu items={[reportItem({ kind: 'file', id })]} label="Действия с файлом" />
        ) : null}
      </header>
      <Preview file={file.data} />
      <div className={styles.buttons}>
        <ButtonLink
          href={saveUrl(id)}
          download
          variant="primary"
          icon={<IconDownload size={18} aria-hidden="true" />}
        >
          Скачать
        </ButtonLink>
        {isOthers ? (
          <Button
            icon={<IconCloudDownload size={18} aria-hidden="true" />}
            busy={accept.isPending}
            onClick={take}
          >
            Сохранить в облако
          </Button>
        ) : null}
        {isMember && !isOthers ? <ButtonLink to="/cloud">В моё облако</ButtonLink> : null}
        {isMember ? null : <ButtonLink to="/register">Завести своё облако</ButtonLink>}
      </div>
    </Card>
  );
}
