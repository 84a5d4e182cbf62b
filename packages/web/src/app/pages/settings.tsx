import { Link, Navigate, useLocation } from 'react-router';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useIsWide } from '#lib/browser/use-wide.ts';
import { IconChevronLeft } from '#ui/icons.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SectionList } from './settings/section-list.tsx';
import { DELETION, SECTIONS, type Section } from './settings/sections.ts';
import styles from './settings.module.css';

const INDEX = '/settings';
type Shown = Pick<Section, 'path' | 'title' | 'Cards'> & { parent?: Section };
const PAGES: readonly Shown[] = [...SECTIONS, DELETION];

/**
 * /settings, its sections and /deleteprofile. Wide windows show the list of sections beside a
 * section; on narrow ones the list is the page /settings.
 */
export function Settings() {
  const { pathname, hash } = useLocation();
  const isWide = useIsWide();
  // Trailing slashes are the router's business, not part of a section's name.
  const path = pathname.replace(/\/+$/, '');
  const page = PAGES.find((one) => one.path === path);
  if (page === undefined && path !== INDEX) return <Navigate to={INDEX} replace />;
  const linked = PAGES.find((one) => one.path === `${INDEX}/${hash.slice(1)}`);
  if (page === undefined && linked !== undefined) return <Navigate to={linked.path} replace />;
  if (!isWide) return page === undefined ? <Index /> : <SectionPage page={page} hasBack />;
  const shown = page ?? SECTIONS[0];
  return (
    <div className={styles.wide}>
      <SectionList current={shown.path} />
      <SectionPage page={shown} />
    </div>
  );
}

function Index() {
  usePageTitle('Настройки');
  return <SectionList current={null} />;
}

/** `hasBack`: with a link to the page above, because the list is not beside the section. */
function SectionPage({ page, hasBack = false }: { page: Shown; hasBack?: boolean }) {
  const { title, Cards, parent } = page;
  usePageTitle(parent === undefined ? `${title}: настройки` : title);
  return (
    <div className={styles.section}>
      {hasBack ? (
        <Link to={parent?.path ?? INDEX} className={styles.back}>
          <IconChevronLeft className={styles.chevron} aria-hidden="true" />
          {parent?.title ?? 'Настройки'}
        </Link>
      ) : null}
      <PageHead title={title} />
      <Cards key={page.path} />
    </div>
  );
}
