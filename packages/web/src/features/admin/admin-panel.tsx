import { Suspense } from 'react';
import { Navigate, NavLink, useLocation, useNavigate } from 'react-router';
import {
  IconCalendar,
  IconClock,
  IconFlag,
  IconLayoutGrid,
  IconLifebuoy,
  IconList,
  IconSpeakerphone,
  IconUpload,
  IconUsers,
  type Icon,
} from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { page, type Page } from '#lib/navigation/page.tsx';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Select } from '#ui/forms/select.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import { useServerState } from './api.ts';
import { ClosedAdminPanel, isClosed } from './closed-panel.tsx';
import styles from './admin-panel.module.css';

type Part = {
  path: string;
  label: string;
  icon: Icon;
  show: Page;
  waits?: 'messages' | 'reports' | 'promos' | 'failed';
};
// Each part is its own chunk. A new part needs only a line here.
const PARTS: readonly Part[] = [
  {
    path: '/admin',
    label: 'Обзор',
    icon: IconLayoutGrid,
    show: page(() => import('./overview.tsx').then((file) => file.Overview)),
  },
  {
    path: '/admin/messages',
    label: 'Обращения',
    icon: IconLifebuoy,
    waits: 'messages',
    show: page(() => import('./appeals.tsx').then((file) => file.Appeals)),
  },
  {
    path: '/admin/reports',
    label: 'Жалобы',
    icon: IconFlag,
    waits: 'reports',
    show: page(() => import('./cases/cases.tsx').then((file) => file.Cases)),
  },
  {
    path: '/admin/promos',
    label: 'Реклама',
    icon: IconSpeakerphone,
    waits: 'promos',
    show: page(() => import('./promos.tsx').then((file) => file.Promos)),
  },
  {
    path: '/admin/members',
    label: 'Участники',
    icon: IconUsers,
    show: page(() => import('./members.tsx').then((file) => file.Members)),
  },
  {
    path: '/admin/events',
    label: 'События',
    icon: IconCalendar,
    show: page(() => import('./event-editor.tsx').then((file) => file.EventAdmin)),
  },
  {
    path: '/admin/files',
    label: 'Файлы',
    icon: IconUpload,
    show: page(() => import('./uploads.tsx').then((file) => file.Uploads)),
  },
  {
    path: '/admin/queues',
    label: 'Очереди',
    icon: IconClock,
    waits: 'failed',
    show: page(() => import('./queues.tsx').then((file) => file.Queues)),
  },
  {
    path: '/admin/log',
    label: 'Журнал',
    icon: IconList,
    show: page(() => import('./log.tsx').then((file) => file.Log)),
  },
];

/** The admin panel: its parts are listed at the side, on a phone in one select. */
export function AdminPanel() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const state = useServerState();
  const here = PARTS.find((part) => part.path === pathname.replace(/(?<=.)\/$/, ''));
  usePageTitle(
    here === undefined ? 'Кабинет администратора' : `${here.label} — кабинет администратора`,
  );
  if (here === undefined) return <Navigate to="/admin" replace />;
  if (isClosed(state.error)) return <ClosedAdminPanel error={state.error} />;
  const waiting = (part: Part) =>
    part.waits === undefined ? 0 : (state.data?.waiting[part.waits] ?? 0);
  return (
    <div className={styles.panel}>
      <PageHead title="Кабинет администратора" />
      <Select
        className={styles.select}
        label="Раздел кабинета"
        hideLabel
        value={here.path}
        onChange={(path) => void navigate(path)}
        options={PARTS.map((part) => ({
          value: part.path,
          label: waiting(part) > 0 ? `${part.label} (${waiting(part)})` : part.label,
        }))}
      />
      <div className={styles.columns}>
        <nav aria-label="Кабинет администратора" className={styles.nav}>
          {PARTS.map((part) => {
            const { path, label, icon: Icon } = part;
            return (
              <NavLink
                key={path}
                to={path}
                end
                className={({ isActive }) => classNames(styles.place, isActive && styles.here)}
              >
                <Icon size={20} aria-hidden="true" />
                <span>{label}</span>
                <Badge
                  count={waiting(part)}
                  label={counted(waiting(part), ['ждёт', 'ждут', 'ждут'])}
                  className={styles.badge}
                />
              </NavLink>
            );
          })}
        </nav>
        <section aria-label={here.label} className={styles.part}>
          <Suspense fallback={<PageSkeleton />}>
            <here.show key={here.path} />
          </Suspense>
        </section>
      </div>
    </div>
  );
}
