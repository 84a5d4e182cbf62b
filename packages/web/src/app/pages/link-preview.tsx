import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { LinkTarget } from '#ui/media/link-card.tsx';
import styles from './link-preview.module.css';

/** The first parts of the addresses whose objects have cards. */
const KINDS = {
  offer: ['ad'],
  video: ['video', 'videohost/video'],
  file: ['cloud/file'],
  post: ['userpost'],
  article: ['publicpost'],
  game: ['app', 'store'],
  stickers: ['stickers'],
  person: ['user'],
  community: ['public'],
  photo: ['userphoto'],
} as const;
export type LinkKind = keyof typeof KINDS;

const PlainLink = ({ to }: LinkTarget) => <Link to={to}>{`${location.origin}${to}`}</Link>;
const LinkTargetCard = lazy(() =>
  import('./link-targets.tsx').then(
    ({ LinkTargetCard: Card }) => ({ default: Card }),
    () => ({ default: PlainLink }),
  ),
);
const ADDRESS = /^\/([a-z/]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i;
function readTarget(href: string): (LinkTarget & { kind: LinkKind }) | null {
  const [, path = '', id = ''] = ADDRESS.exec(href) ?? [];
  const kind = (Object.keys(KINDS) as LinkKind[]).find((one) =>
    (KINDS[one] as readonly string[]).includes(path),
  );
  return kind === undefined ? null : { kind, id: id.toLowerCase(), to: href };
}

/**
 * Returns a preview of the target of an internal link, or null for most links. The placeholder has
 * the same height before and after loading.
 */
export function previewOf(href: string): ReactNode {
  const target = readTarget(href);
  return target === null ? null : (
    <span className={styles.place}>
      <Suspense fallback={null}>
        <LinkTargetCard {...target} />
      </Suspense>
    </span>
  );
}
