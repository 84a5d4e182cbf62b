import { useEffect, useRef, useState } from 'react';
import { reportItem } from '#features/reports/parts.ts';
import { classNames } from '#lib/class-names.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { thumbnailSource } from '#lib/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconEyeOff, IconInfoCircle, IconSpeakerphone } from '#ui/icons.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Thumbnail } from '#ui/media/thumbnail.tsx';
import { countView, findNext, hide, type Promo } from './api.ts';
import { PromoLink } from './promo-link.tsx';
import styles from './promo-slot.module.css';
import { WhyWindow } from './why-window.tsx';
import { hostOf } from './words.ts';

/** In ms: an ad counts as seen after half of it was visible for this long. */
const SEEN_MS = 700;

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

function SlotCard({ promo, flat }: { promo: Promo; flat: boolean }) {
  const card = useRef<HTMLDivElement>(null);
  const [isHidden, setHidden] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const notified = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isHidden) notified.current?.focus();
  }, [isHidden]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting)
          timer = setTimeout(() => {
            countView(promo._id);
            observer.disconnect();
          }, SEEN_MS);
      },
      { threshold: 0.5 },
    );
    observer.observe(card.current!);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [promo._id]);
  const drop = () =>
    hide(promo._id).then(
      () => setHidden(true),
      (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }),
    );
  const blank = (
    <span className={styles.blank}>
      <IconSpeakerphone size={36} stroke={1.4} aria-hidden="true" />
    </span>
  );
  return (
    <Card
      as="div"
      inset="flush"
      role="complementary"
      aria-label="Реклама"
      className={classNames(styles.card, flat && styles.bare)}
    >
      <div ref={card} className={styles.inside}>
        {isHidden ? (
          <p ref={notified} className={styles.gone} tabIndex={-1}>
            Скрыли. Эту рекламу больше не покажем.
          </p>
        ) : (
          <>
            <PromoLink promo={promo} className={styles.picture} tabIndex={-1}>
              <Thumbnail
                {...thumbnailSource('promos', promo.picture)}
                sizes="(max-width: 500px) 104px, 168px"
                instead={blank}
              />
            </PromoLink>
            <div className={styles.words}>
              <PromoLink promo={promo} className={styles.title}>
                {promo.title}
              </PromoLink>
              {promo.text === '' ? null : <p className={styles.text}>{promo.text}</p>}
              <p className={styles.facts}>
                <span className={styles.mark}>Реклама</span>
                {promo.link === '' ? null : (
                  <span className={styles.host}>{hostOf(promo.link)}</span>
                )}
                <button type="button" className={styles.ask} onClick={() => setExplained(true)}>
                  почему я это вижу
                </button>
              </p>
            </div>
            <div className={styles.menu}>
              <Menu
                label="Действия с рекламой"
                items={[
                  { label: 'Скрыть', icon: <IconEyeOff size={18} />, onSelect: () => void drop() },
                  {
                    label: 'Почему я это вижу',
                    icon: <IconInfoCircle size={18} />,
                    onSelect: () => setExplained(true),
                  },
                  reportItem({ kind: 'promo', id: promo._id }),
                ]}
              />
            </div>
          </>
        )}
      </div>
      {isExplained ? <WhyWindow promo={promo} onClose={() => setExplained(false)} /> : null}
    </Card>
  );
}
