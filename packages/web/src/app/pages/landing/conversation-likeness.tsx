import { IconDownload, IconFile, IconPlayerPlayFilled } from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { CreaturePicture } from '#ui/media/avatar.tsx';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './conversation-likeness.module.css';

/** A miniature of a group chat: text, a voice message and a file. */
export function ConversationLikeness() {
  return (
    <div className={styles.chat}>
      <Line id="marina" name="Марина Соль">
        Собираемся в 20:00, хилер нашёлся. Вот точка входа, не бегите через мост.
      </Line>
      <p className={classNames(styles.bubble, styles.own)}>Принято. Беру ключ и еду на всех</p>
      <Line id="timur" name="Тимур Ахметов">
        <span className={styles.voice}>
          <span className={styles.play}>
            <IconPlayerPlayFilled />
          </span>
          <svg viewBox="0 0 150 26" className={styles.wave}>
            <path d={wave(0, 16)} className={styles.heard} />
            <path d={wave(16, 30)} />
          </svg>
          <small>0:24</small>
        </span>
      </Line>
      <p className={classNames(styles.bubble, styles.own, styles.file)}>
        <span className={styles.sheet}>
          <IconFile />
        </span>
        <span>
          <b>Тактика-рейд.pdf</b>
          <small>820 КБ</small>
        </span>
        <IconDownload />
      </p>
      <Line id="dasha" name="Даша Ветрова">
        Я на 10 минут позже, начинайте без меня
      </Line>
    </div>
  );
}

function Line({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <CreaturePicture id={id} className={styles.small} />
      <p className={styles.bubble}>
        <b className={styles.author}>{name}</b>
        {children}
      </p>
    </div>
  );
}

/** Returns the path of a voice message's bars. */
function wave(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, step) => {
    const index = from + step;
    const half = 2 + Math.abs(Math.sin(index * 1.3) * 6 + Math.sin(index * 0.45) * 4);
    return `M${index * 5 + 2} ${(13 - half).toFixed(1)}V${(13 + half).toFixed(1)}`;
  }).join('');
}
