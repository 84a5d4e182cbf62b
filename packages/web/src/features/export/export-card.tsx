import { IconDownload } from '#ui/icons.ts';
import { useRef } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { relative, sizeOf } from '#lib/text/format.ts';
import { useNow } from '#lib/browser/now.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import {
  downloadUrl,
  useExport,
  useRemoveExport,
  useStartExport,
  type ExportStatus,
} from './api.ts';
import styles from './export-card.module.css';

const WORDS: Record<ExportStatus['state'], string> = {
  none: 'Соберём в один архив всё, что хранит о вас Респа: профиль, друзей, посты, фотографии, комментарии и переписки с их файлами.',
  making: 'Собираем архив. Страницу можно закрыть: о\u00a0готовом придёт письмо.',
  ready: 'Архив готов.',
  failed: 'Не получилось собрать архив. Попробуйте ещё раз.',
};

/** The member's data archive: request it, wait for it, download it. */
export function ExportCard() {
  const status = useExport();
  return (
    <Card>
      <CardHead title="Мои данные" />
      {status.isPending ? <PeopleSkeleton rows={1} /> : null}
      {status.isError && status.data === undefined ? (
        <ErrorState small onRetry={() => void status.refetch()} />
      ) : null}
      {status.data === undefined ? null : <Stand status={status.data} />}
    </Card>
  );
}

function Stand({ status: { state, progress, link, bytes, dies } }: { status: ExportStatus }) {
  const now = useNow();
  const start = useStartExport();
  const remove = useRemoveExport();
  // The pressed button is replaced by others, so the focus moves to the text for keyboard users.
  const words = useRef<HTMLParagraphElement>(null);
  const step = (by: typeof start, said?: string) =>
    by.mutate(undefined, {
      onSuccess: () => {
        words.current?.focus();
        if (said !== undefined) showToast(said);
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <div className={styles.stand}>
      <p
        ref={words}
        tabIndex={-1}
        aria-live="polite"
        className={state === 'failed' ? styles.wrong : styles.text}
      >
        {state === 'ready' && dies !== null
          ? `Архив готов. Он исчезнет ${relative(dies, now)}.`
          : WORDS[state]}
      </p>
      {state === 'making' ? (
        <div className={styles.progress}>
          <ProgressBar value={progress} label="Собираем архив" />
          <span className={styles.percent}>{progress}&nbsp;%</span>
          <Button size="small" busy={remove.isPending} onClick={() => step(remove)}>
            Отменить
          </Button>
        </div>
      ) : state === 'ready' && link !== null ? (
        <div className={styles.steps}>
          <ButtonLink
            variant="primary"
            href={downloadUrl(link)}
            download
            icon={<IconDownload aria-hidden="true" />}
          >
            Скачать архив{bytes === null ? '' : ` (${sizeOf(bytes)})`}
          </ButtonLink>
          <Button busy={remove.isPending} onClick={() => step(remove, 'Архив удалён')}>
            Удалить
          </Button>
        </div>
      ) : (
        <div>
          <Button busy={start.isPending} onClick={() => step(start)}>
            Скачать мои данные
          </Button>
        </div>
      )}
    </div>
  );
}
