import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countClick, type Promo } from './api.ts';

/** The middle button opens a tab too; the right one only opens the context menu. */
const MIDDLE = 1;
/**
 * The link of an ad: its author's address, with the click counted, or the ad's own page if there is
 * none.
 */
export function PromoLink({
  promo,
  className,
  children,
  tabIndex,
}: {
  promo: Promo;
  className?: string | undefined;
  children: ReactNode;
  tabIndex?: number;
}) {
  if (promo.link === '')
    return (
      <Link
        to={`/innerad/${promo._id}`}
        className={className}
        tabIndex={tabIndex}
        aria-hidden={tabIndex === -1 ? true : undefined}
      >
        {children}
      </Link>
    );
  const count = () => countClick(promo._id);
  return (
    <a
      href={promo.link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={className}
      tabIndex={tabIndex}
      aria-hidden={tabIndex === -1 ? true : undefined}
      onClick={count}
      onAuxClick={(event) => {
        if (event.button === MIDDLE) count();
      }}
    >
      {children}
    </a>
  );
}
