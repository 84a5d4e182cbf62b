import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconBell, IconTrash } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Time } from '#ui/display/time.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useFavourites, useMine, useNewest, useRemoveSearch, useSearches } from './api.ts';
import styles from './board-screens.module.css';
import { OffersGrid } from './offers-grid.tsx';
import { searchAddress, searchWords } from './words.ts';

const NOTHING = 'Здесь пока что ничего нет';
const ON_MAIN = 12;
const create = (
  <ButtonLink to="/ad/create" variant="primary">
    Разместить
  </ButtonLink>
);

/** The main page of the classifieds. */
export function BoardMain() {
  const list = useNewest();
  const shown = list.data?.pages[0];
  const hasMore = shown !== undefined && (shown.ads.length > ON_MAIN || !shown.isLast);
  return (
    <section className={styles.section} aria-labelledby="newest">
      <header className={styles.line}>
        <h2 id="newest" className={styles.title}>
          Новые объявления
        </h2>
        {hasMore ? (
          <ButtonLink to="/ad/new" size="small">
            Все новые
          </ButtonLink>
        ) : null}
      </header>
      <OffersGrid
        list={list}
        few={ON_MAIN}
        empty={
          <EmptyState
            art="post"
            text={NOTHING}
            more="Станьте первым: это займёт минуту."
            action={create}
          />
        }
      />
    </section>
  );
}
export const BoardNewest = () => (
  <Listed title="Новые объявления">
    <OffersGrid
      list={useNewest()}
      empty={<EmptyState art="post" text={NOTHING} action={create} />}
    />
  </Listed>
);
export const OwnOffers = () => (
  <Listed title="Мои объявления">
    <OffersGrid
      list={useMine()}
      own
      empty={
        <EmptyState
          art="post"
          text={NOTHING}
          more="Продайте то, что больше не пригодится."
          action={create}
        />
      }
    />
  </Listed>
);
export const FavouriteOffers = () => (
  <Listed title="Избранное">
    <OffersGrid
      list={useFavourites()}
      empty={
        <EmptyState
          art="post"
          text={NOTHING}
          more="Нажмите на сердечко у объявления, и оно будет ждать здесь, пока его не продадут."
          action={<ButtonLink to="/ad/main">К объявлениям</ButtonLink>}
        />
      }
    />
  </Listed>
);
const Listed = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    {children}
  </section>
);

/** Saved searches, which report new matches automatically. */
export function SavedSearches() {
  const searches = useSearches();
  const remove = useRemoveSearch();
  const drop = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => showToast('Поиск удалён', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Card aria-label="Мои поиски">
      <p className={styles.about}>
        <IconBell size={18} aria-hidden="true" />
        Когда появится подходящее объявление, придёт уведомление.
      </p>
      {searches.isPending ? <PeopleSkeleton rows={3} avatar={0} /> : null}
      {searches.isError && searches.data === undefined ? (
        <ErrorState small onRetry={() => void searches.refetch()} />
      ) : null}
      {searches.data?.length === 0 ? (
        <EmptyState
          small
          art="search"
          text={NOTHING}
          more="Найдите что-нибудь и нажмите «Сохранить поиск»."
          action={<ButtonLink to="/ad/search">К поиску</ButtonLink>}
        />
      ) : null}
      <ul className={styles.searches}>
        {(searches.data ?? []).map((search) => (
          <li key={search._id} className={styles.search}>
            <Link to={searchAddress(search)} className={styles.words}>
              <span>{searchWords(search)}</span>
              <span className={styles.date}>
                Сохранён <Time value={search.date} look="relative" />
              </span>
            </Link>
            <IconButton
              label={`Удалить поиск: ${searchWords(search)}`}
              icon={<IconTrash size={20} />}
              busy={remove.isPending && remove.variables === search._id}
              onClick={() => drop(search._id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
