import { reportItem } from '#features/reports/parts.ts';
import { thumbnailSource } from '#lib/browser/media.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { IconEyeOff, IconInfoCircle, IconSpeakerphone } from '#ui/icons.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Thumbnail } from '#ui/media/thumbnail.tsx';
import type { Promo } from './api.ts';
import { PromoLink } from './promo-link.tsx';
import styles from './promo-slot.module.css';
import { hostOf } from './words.ts';

type SlotContentProps = { promo: Promo; onHide: () => void; onExplain: () => void };

/** The picture and the text of an ad in a list, and the member's actions on it. */
export function SlotContent({ promo, onHide, onExplain }: SlotContentProps) {
  const blank = (
    <span className={styles.blank}>
      <IconSpeakerphone size={36} stroke={1.4} aria-hidden="true" />
    </span>
  );
  return (
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
        {promo.text === '' ? null : (
          <p className={styles.text}>
            <RichText text={promo.text} />
          </p>
        )}
        <p className={styles.facts}>
          <span className={styles.mark}>Реклама</span>
          {promo.link === '' ? null : <span className={styles.host}>{hostOf(promo.link)}</span>}
          <button type="button" className={styles.ask} onClick={onExplain}>
            Почему я это вижу?
          </button>
        </p>
      </div>
      <div className={styles.menu}>
        <Menu
          label="Действия с рекламой"
          items={[
            { label: 'Скрыть', icon: <IconEyeOff size={18} />, onSelect: onHide },
            {
              label: 'Почему я это вижу?',
              icon: <IconInfoCircle size={18} />,
              onSelect: onExplain,
            },
            reportItem({ kind: 'promo', id: promo._id }),
          ]}
        />
      </div>
    </>
  );
}
