import { IconTrash } from '#ui/icons.ts';
import { counted, sizeOf } from '#lib/text/format.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useUsage } from './api.ts';
import styles from './quota-bar.module.css';

/** Shows how much of the cloud is used, with a link to the trash. */
export function QuotaBar({ isTrash = false }: { isTrash?: boolean }) {
  const usage = useUsage();
  const { data } = usage;
  return (
    <Card>
      <CardHead title="Место" />
      {usage.isPending ? (
        <Skeleton>
          <Bone height={8} />
          <Bone width="60%" />
        </Skeleton>
      ) : null}
      {usage.isError && data === undefined ? (
        <ErrorState small onRetry={() => void usage.refetch()} />
      ) : null}
      {data === undefined ? null : (
        <div className={styles.quota}>
          <ProgressBar
            value={data.quota === 0 ? 100 : (data.used / data.quota) * 100}
            label="Занято в облаке"
          />
          <p className={styles.words}>
            Занято {sizeOf(data.used)} из {sizeOf(data.quota)} ·{' '}
            {counted(data.files, ['файл', 'файла', 'файлов'])}
          </p>
          {isTrash ? null : (
            <ButtonLink
              to="/cloud?view=trash"
              wide
              icon={<IconTrash size={18} aria-hidden="true" />}
            >
              Корзина{data.trash > 0 ? ` · ${sizeOf(data.trash)}` : ''}
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  );
}
