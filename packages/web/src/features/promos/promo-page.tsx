import { useState } from 'react';
import { PersonRow } from '#features/people/parts.ts';
import { reportItem } from '#features/reports/parts.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Card } from '#ui/layout/card.tsx';
import { IconExternalLink } from '#ui/icons.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Picture } from '#ui/media/picture.tsx';
import type { Promo } from './api.ts';
import { OwnerDashboard } from './owner-dashboard.tsx';
import { PromoLink } from './promo-link.tsx';
import styles from './promo-page.module.css';
import { WhyWindow } from './why-window.tsx';
import { hostOf } from './words.ts';

/** The whole page of an ad; its author also sees its statistics. */
export function PromoPage({ promo }: { promo: Promo }) {
  const isMine = useMyId() === promo.person._id;
  const [isExplained, setExplained] = useState(false);
  return (
    <>
      <Card as="article" inset="flush" aria-label={promo.title} className={styles.page}>
        <div className={styles.picture}>
          <Picture
            {...pictureSource('promos', promo.picture)}
            first
            sizes="(max-width: 640px) 100vw, 600px"
          />
        </div>
        <div className={styles.words}>
          <div className={styles.top}>
            <h1 className={styles.title}>{promo.title}</h1>
            {isMine ? null : (
              <Menu
                label="Действия с рекламой"
                items={[reportItem({ kind: 'promo', id: promo._id })]}
              />
            )}
          </div>
          <p className={styles.facts}>
            <span className={styles.mark}>Реклама</span>
            <button type="button" className={styles.ask} onClick={() => setExplained(true)}>
              {isMine ? 'кто и почему её видит' : 'Почему я это вижу?'}
            </button>
          </p>
          {promo.text === '' ? null : (
            <p className={styles.text}>
              <RichText text={promo.text} />
            </p>
          )}
          {promo.link === '' ? null : (
            <PromoLink promo={promo} className={styles.go}>
              <IconExternalLink size={18} aria-hidden="true" />
              Перейти на {hostOf(promo.link)}
            </PromoLink>
          )}
        </div>
      </Card>
      {isMine ? (
        <OwnerDashboard promo={promo} />
      ) : (
        <Card inset="flush" aria-label="Автор рекламы">
          <ul className={styles.author}>
            <PersonRow person={promo.person} text="Автор рекламы" />
          </ul>
        </Card>
      )}
      {isExplained ? <WhyWindow promo={promo} onClose={() => setExplained(false)} /> : null}
    </>
  );
}
