import { useSearchParams } from 'react-router';
import { Catalogue, OwnGames } from '#features/catalogue/parts.ts';
import { useMe } from '#features/profile/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import styles from './games.module.css';

/** The catalogue for members, including their own items. */
export function Games() {
  usePageTitle('Игры');
  const isAdmin = useMe().data?.isAdmin === true;
  const [address, setAddress] = useSearchParams();
  const part = address.get('part') === 'mine' ? 'mine' : 'all';
  const add = isAdmin ? (
    <ButtonLink to="/create-app" variant="primary">
      Добавить игру
    </ButtonLink>
  ) : undefined;
  return (
    <div className={styles.page}>
      <PageHead title="Игры" action={add} />
      <Tabs
        label="Игры"
        tabs={[
          { value: 'all' as const, label: 'Каталог' },
          { value: 'mine' as const, label: 'Мои игры' },
        ]}
        value={part}
        onChange={(value) => setAddress(value === 'all' ? {} : { part: value }, { replace: true })}
      >
        {part === 'all' ? <Catalogue base="/app" action={add} /> : <OwnGames />}
      </Tabs>
    </div>
  );
}
