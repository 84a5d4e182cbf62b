import { CLASSIFIEDS } from '@respa/contract/limits';
import { FoundCount } from '#ui/feedback/found-count.tsx';
import { IconBellPlus } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useOffers, useSaveSearch } from '../api.ts';
import { OffersGrid } from '../offers-grid.tsx';
import { offersOf } from '../words.ts';
import { SearchForm } from './search-form.tsx';
import styles from './board-search.module.css';
import { useBoardSearch } from './use-board-search.ts';

/**
 * The search with its filters, which are stored in the address, and a button that saves the search.
 */
export function BoardSearch() {
  const search = useBoardSearch();
  const { wanted, typedWanted, isNarrowed } = search;
  const list = useOffers(wanted);
  const save = useSaveSearch();
  const keep = () =>
    save.mutate(typedWanted, {
      onSuccess: () =>
        showToast('Поиск сохранён: о новых объявлениях придёт уведомление', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <>
      <SearchForm search={search}>
        {isNarrowed ? (
          <Button
            icon={<IconBellPlus size={18} aria-hidden="true" />}
            busy={save.isPending}
            onClick={keep}
          >
            Сохранить поиск
          </Button>
        ) : null}
      </SearchForm>
      <FoundCount
        className={styles.found}
        total={list.data?.pages[0]?.count ?? undefined}
        words={(total) => offersOf(total, CLASSIFIEDS.counted)}
        isAll={false}
      />
      <OffersGrid
        list={list}
        empty={
          <EmptyState
            art="search"
            text="Ничего не нашли"
            more={
              isNarrowed
                ? 'Измените запрос или сохраните его: сообщим, когда появится.'
                : 'Здесь пока что ничего нет'
            }
            action={
              isNarrowed || wanted.pictures ? (
                <Button onClick={search.clear}>Сбросить поиск</Button>
              ) : undefined
            }
          />
        }
      />
    </>
  );
}
