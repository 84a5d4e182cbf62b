import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { thumbnailSource } from '#lib/browser/media.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { DayChart } from '#ui/display/day-chart.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { IconExternalLink, IconEye, IconSpeakerphone } from '#ui/icons.ts';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Thumbnail } from '#ui/media/thumbnail.tsx';
import { useDays, useOwn, type Promo } from './api.ts';
import styles from './cabinet.module.css';
import { clicksOf, SERIES, statusOf, viewsOf } from './words.ts';

/** All ads of a member: the total statistics, and each ad with its state. */
export function Cabinet({ userId }: { userId: string }) {
  const own = useOwn(userId);
  const ads = own.data?.pages.flatMap((page) => page.ads) ?? [];
  if (own.isError && ads.length === 0)
    return (
      <Card>
        <ErrorState onRetry={() => void own.refetch()} />
      </Card>
    );
  if (own.isSuccess && ads.length === 0) {
    return (
      <Card>
        <EmptyState
          art="post"
          text="У вас нет рекламы"
          more="Расскажите участникам о клане, канале или турнире."
          action={
            <ButtonLink to="/innerad/create" variant="primary">
              Разместить рекламу
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  return (
    <>
      <DaysCard of={{ userId }} title="Показы и переходы за 30 дней" />
      {own.isPending ? <CardsSkeleton cards={4} /> : null}
      <ul className={styles.grid}>
        {ads.map((promo) => (
          <OwnCard key={promo._id} promo={promo} />
        ))}
      </ul>
      <MorePages list={own} skeleton={<CardsSkeleton cards={4} />} />
    </>
  );
}
/** The counts, day by day. */
export function DaysCard({ of, title }: { of: Parameters<typeof useDays>[0]; title: string }) {
  const days = useDays(of);
  return (
    <Card>
      <CardHead title={title} />
      {days.isPending ? (
        <Skeleton label="Загружаем показы">
          <Bone shape="block" width="100%" height={252} />
        </Skeleton>
      ) : null}
      {days.isError ? <ErrorState small onRetry={() => void days.refetch()} /> : null}
      {days.data ? <DayChart label={title} days={days.data} series={SERIES} /> : null}
    </Card>
  );
}
function OwnCard({ promo }: { promo: Promo }) {
  const { state } = promo;
  return (
    <li
      className={classNames(styles.cell, (state === 'ended' || state === 'refused') && styles.over)}
    >
      <Link to={`/innerad/${promo._id}`} className={styles.card}>
        <span className={styles.picture}>
          <Thumbnail
            {...thumbnailSource('promos', promo.picture)}
            sizes="(max-width: 500px) 90vw, 230px"
            instead={
              <span className={styles.blank}>
                <IconSpeakerphone size={36} stroke={1.4} aria-hidden="true" />
              </span>
            }
          />
          <span className={styles.standing} data-state={state}>
            {statusOf(promo)}
          </span>
        </span>
        <span className={styles.title}>{promo.title}</span>
        <span className={styles.facts}>
          <span title={viewsOf(promo.views ?? 0)}>
            <IconEye size={16} aria-hidden="true" />
            <span aria-hidden="true">{promo.views}</span>
            <span className="visually-hidden">{viewsOf(promo.views ?? 0)}</span>
          </span>
          <span title={clicksOf(promo.clicks ?? 0)}>
            <IconExternalLink size={16} aria-hidden="true" />
            <span aria-hidden="true">{promo.clicks}</span>
            <span className="visually-hidden">{clicksOf(promo.clicks ?? 0)}</span>
          </span>
        </span>
      </Link>
    </li>
  );
}
function CardsSkeleton({ cards }: { cards: number }) {
  return (
    <Skeleton label="Загружаем рекламу">
      <div className={styles.grid}>
        {Array.from({ length: cards }, (_, index) => (
          <div key={index} className={styles.bones}>
            <Bone shape="block" className={styles.bone} />
            <span className={styles.lines}>
              <Bone width="80%" />
              <Bone width="46%" height={13} />
            </span>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
