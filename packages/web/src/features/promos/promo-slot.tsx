import { useEffect, useRef, useState } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { findNext, type Promo } from './api.ts';
import styles from './promo-slot.module.css';
import { SlotCard } from './slot-card.tsx';

/**
 * Returns whether content may appear in a slot without moving what the user sees: the slot is
 * entirely below the window, or nothing follows it.
 */
function mayAppear(slot: HTMLElement): boolean {
  const neighbours = [...(slot.parentElement?.children ?? [])];
  // The sentinel at the end of a list is invisible.
  const isLast = neighbours
    .slice(neighbours.indexOf(slot) + 1)
    .every((next) => next.getBoundingClientRect().height <= 1);
  // An empty slot has no box of its own: it is where its previous sibling ends.
  return (
    isLast ||
    (slot.previousElementSibling ?? slot).getBoundingClientRect().bottom >= window.innerHeight
  );
}

/**
 * Shows an ad in a list, each ad at most once a day. A found ad stays, and it never moves what is
 * being read.
 */
export function PromoSlot({ flat = false }: { flat?: boolean }) {
  const slot = useRef<HTMLDivElement>(null);
  const [promo, setPromo] = useState<Promo | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    findNext(stop.signal).then(
      (found) => {
        if (found === null || stop.signal.aborted) return;
        const look = () => {
          if (!slot.current || !mayAppear(slot.current)) return;
          removeEventListener('scroll', look);
          setPromo(found);
        };
        // Drawn as soon as it is allowed: at once, or when the user has scrolled back up.
        addEventListener('scroll', look, { passive: true, signal: stop.signal });
        look();
      },
      () => {},
    );
    return () => stop.abort();
  }, []);
  return (
    <div
      ref={slot}
      className={classNames(styles.place, flat && styles.flat)}
      data-full={promo === null ? undefined : true}
    >
      {promo === null ? null : <SlotCard promo={promo} flat={flat} />}
    </div>
  );
}
