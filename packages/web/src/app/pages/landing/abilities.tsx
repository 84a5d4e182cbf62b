import type { ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { OfferLikeness } from './offer-likeness.tsx';
import { ChannelLikeness } from './channel-likeness.tsx';
import { FriendsLikeness } from './friends-likeness.tsx';
import { BlogLikeness } from './blog-likeness.tsx';
import { ConversationLikeness } from './conversation-likeness.tsx';
import styles from './abilities.module.css';
import landing from './landing.module.css';

/** Lists what people do on the site, each with a small mock-up of its screen. */
export function Deeds() {
  return (
    <section className={landing.below} aria-labelledby="deeds">
      <h2 id="deeds" className={landing.title}>
        Всё, чем живёт игрок между катками
      </h2>
      <div className={styles.grid}>
        <Deed
          className={styles.blog}
          title="Ведите блог"
          text="Победы, вайпы и скриншоты на своей стене. Друзья видят новое сразу, ставят лайки и спорят в комментариях."
        >
          <BlogLikeness />
        </Deed>

        <Deed
          className={styles.conversation}
          title="Переписывайтесь и передавайте файлы"
          text="Диалоги и групповые чаты: текст, голос, фото и видео. Конфиг, сейв или клип уходит прямо из облака."
        >
          <ConversationLikeness />
        </Deed>

        <Deed
          className={styles.friends}
          title="Находите друзей"
          text="Видно, кто сейчас в сети. Одно нажатие, и вы уже договариваетесь о катке."
        >
          <FriendsLikeness />
        </Deed>

        <Deed
          className={styles.channel}
          title="Создайте канал"
          text="Гайды, прохождения и обзоры: ваши видео и ваши подписчики."
        >
          <ChannelLikeness />
        </Deed>

        <Deed
          className={styles.board}
          title="Продавайте аккаунты"
          text="Объявление со скриншотами и ценой. Телефон видят только участники."
        >
          <OfferLikeness />
        </Deed>
      </div>
    </section>
  );
}

function Deed({
  title,
  text,
  className,
  children,
}: {
  title: string;
  text: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <article className={classNames(styles.deed, className)}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      <div className={styles.likeness} aria-hidden="true">
        {children}
      </div>
    </article>
  );
}
