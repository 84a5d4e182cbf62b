import { IconAntennaBars1, IconAntennaBars3, IconAntennaBars5 } from '#ui/icons.ts';
import type { Quality } from '../call/transport.ts';
import styles from './voice-bar.module.css';

const LOOKS = {
  good: { Icon: IconAntennaBars5, label: 'Связь хорошая' },
  fair: { Icon: IconAntennaBars3, label: 'Связь средняя: звук может прерываться' },
  bad: { Icon: IconAntennaBars1, label: 'Связь плохая: звук прерывается' },
};
/** How well the connection carries the sound now. */
export function QualityMark({ quality }: { quality: Quality }) {
  const { Icon, label } = LOOKS[quality];
  return (
    <span className={styles.quality} data-quality={quality} title={label}>
      <Icon size={18} role="img" aria-label={label} />
    </span>
  );
}
