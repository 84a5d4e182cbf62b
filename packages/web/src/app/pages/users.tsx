import {
  Directory,
  FilterSheet,
  SuggestedPeople,
  usePeopleFilters,
} from '#features/people/parts.ts';
import { PromoSlotHost } from '#features/promos/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useIsWide } from '#lib/browser/use-wide.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { FilterFields, writeTo } from './people/people-tools.tsx';
import styles from './people/people.module.css';

const MOST_ASIDE = 4;
export function Users() {
  usePageTitle('Люди');
  const isWide = useIsWide();
  const filters = usePeopleFilters();
  return (
    <Columns
      aside={
        isWide ? (
          <>
            <Card>
              <CardHead title="Фильтры" />
              <div className={styles.fields}>
                <FilterFields filters={filters} />
              </div>
            </Card>
            <SuggestedPeople look="aside" most={MOST_ASIDE} hasHint />
          </>
        ) : undefined
      }
    >
      <PageHead title="Люди" />
      {!isWide && filters.isAll ? <SuggestedPeople look="strip" hasHint /> : null}
      <Directory
        filters={filters}
        write={writeTo}
        action={
          isWide ? undefined : (
            <FilterSheet chosen={filters.chosen}>
              <FilterFields filters={filters} />
            </FilterSheet>
          )
        }
        between={<PromoSlotHost flat />}
      />
    </Columns>
  );
}
