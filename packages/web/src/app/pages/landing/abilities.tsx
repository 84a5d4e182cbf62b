import { IconHeartFilled, IconMessage, IconPlayerPlayFilled, IconPhone } from '#ui/icons.ts';
import type { ReactNode } from 'react';
import { CreaturePicture } from '#ui/media/avatar.tsx';
import { classNames } from '#lib/class-names.ts';
import styles from './abilities.module.css';
import landing from './landing.module.css';
import { Scenery } from './scenery.tsx';
import { ConversationLikeness } from './conversation-likeness.tsx';

/** Lists what people do on the site, each with a small mock-up of its screen. */
export function Deeds() {
  return (
    <section aria-labelledby="deeds">
      <h2 id="deeds" className={landing.title}>
        Всё, чем живёт игрок между катками
      </h2>
      <div className={styles.grid}>
        <Deed
          className={styles.blog}
          title="Ведите блог"
          text="Победы, вайпы и скриншоты на своей стене. Друзья видят новое сразу, ставят лайки и спорят в комментариях."
        >
          <div className={styles.post}>
            <div className={styles.head}>
              <CreaturePicture id="alexey" className={styles.face} />
              <span>
                <b>Алексей Корнилов</b>
                <small>сегодня в 21:12</small>
              </span>
            </div>
            <p>
              Закрыли рейд с третьего пула. Танк на полставки докладывает: живы все, даже целитель.
            </p>
            <div className={styles.shot}>
              <Scenery className={styles.view} />
              <CreaturePicture id="boss-9" bare className={styles.boss} />
            </div>
            <div className={styles.marks}>
              <span className={styles.like}>
                <IconHeartFilled />
                248
              </span>
              <span className={styles.mark}>
                <IconMessage />
                36
              </span>
            </div>
          </div>
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
          <ul className={styles.people}>
            {[
              ['dasha', 'Даша Ветрова', 'в сети'],
              ['igor', 'Игорь Лунёв', 'в сети'],
              ['sonya', 'Соня Гай', 'была в 18:40'],
              ['roma', 'Рома Ким', 'был вчера'],
            ].map(([id, name, state]) => (
              <li key={id} className={styles.person}>
                <CreaturePicture id={id!} className={styles.face} />
                <span>
                  <b>{name}</b>
                  <small className={state === 'в сети' ? styles.online : undefined}>{state}</small>
                </span>
                <IconMessage />
              </li>
            ))}
          </ul>
        </Deed>

        <Deed
          className={styles.channel}
          title="Создайте канал"
          text="Гайды, прохождения и обзоры: ваши видео и ваши подписчики."
        >
          <div className={styles.video}>
            <Scenery className={styles.view} />
            <CreaturePicture id="channel-3" bare className={styles.hero} />
            <span className={styles.start}>
              <IconPlayerPlayFilled />
            </span>
            <small className={styles.length}>12:05</small>
          </div>
          <div className={styles.caption}>
            <b>Как пройти лодки без потерь</b>
            <small>Игрожур, 3 201 просмотр</small>
          </div>
        </Deed>

        <Deed
          className={styles.board}
          title="Продавайте аккаунты"
          text="Объявление со скриншотами и ценой. Телефон видят только участники."
        >
          <div className={styles.offer}>
            <div className={styles.cover}>
              <Scenery className={styles.view} />
              <CreaturePicture id="offer-11" bare className={styles.hero} />
            </div>
            <span className={styles.price}>2 500 ₽</span>
            <b>Аккаунт с полной коллекцией маунтов</b>
            <span className={styles.phone}>
              <IconPhone />
              Показать телефон
            </span>
          </div>
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
