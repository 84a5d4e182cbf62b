import { Link } from 'react-router';
import { SignOutButton } from '#features/account/parts.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { IconChevronRight, IconLifebuoy, IconTrash, type Icon } from '#ui/icons.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { DELETION, SECTIONS } from './sections.ts';
import styles from './section-list.module.css';

type Row = { path: string; title: string; text?: string; icon: Icon; isDanger?: boolean };
const OTHERS: readonly Row[] = [
  {
    path: '/support',
    title: 'Поддержка',
    text: 'Если что-то не так',
    icon: IconLifebuoy,
  },
  { path: DELETION.path, title: 'Удалить профиль', icon: IconTrash, isDanger: true },
];

/**
 * The list of sections: beside a section (`current` is its address), or on phones a page of its own
 * (`current` is null), with a few words about each.
 */
export function SectionList({ current }: { current: string | null }) {
  return (
    <div className={current === null ? styles.page : styles.side}>
      {current === null ? (
        <PageHead title="Настройки" action={<SignOutButton />} />
      ) : (
        <div className={styles.head}>
          <p className={styles.title}>Настройки</p>
          <SignOutButton variant="plain" />
        </div>
      )}
      <nav aria-label="Разделы настроек" className={styles.groups}>
        {[SECTIONS, OTHERS].map((rows) => (
          <ul key={rows[0]!.path} className={styles.rows}>
            {rows.map((row) => (
              <SectionRow key={row.path} row={row} current={current} />
            ))}
          </ul>
        ))}
      </nav>
    </div>
  );
}

function SectionRow({ row, current }: { row: Row; current: string | null }) {
  const { path, title, text, icon: RowIcon, isDanger = false } = row;
  const isHere = path === current;
  return (
    <li>
      <Link
        to={path}
        className={classNames(styles.row, isHere && styles.here, isDanger && styles.danger)}
        aria-current={isHere ? 'page' : undefined}
      >
        <RowIcon className={styles.icon} stroke={1.7} aria-hidden="true" />
        <span className={styles.words}>
          <span>{title}</span>
          {current === null && text !== undefined ? (
            <span className={styles.text}>{text}</span>
          ) : null}
        </span>
        {current === null ? (
          <IconChevronRight className={styles.chevron} stroke={1.7} aria-hidden="true" />
        ) : null}
      </Link>
    </li>
  );
}
