import {
  IconCloud,
  IconDeviceGamepad2,
  IconMessages,
  IconNews,
  IconSpeakerphone,
} from '#ui/icons.ts';
import landing from './landing.module.css';
import styles from './services.module.css';

const SERVICES = [
  { icon: IconDeviceGamepad2, name: 'Игры', text: 'Каталог с оценками и отзывами игроков' },
  { icon: IconNews, name: 'Новости', text: 'Патчи, анонсы и слухи от тех, кто в теме' },
  { icon: IconMessages, name: 'Мессенджер', text: 'Диалоги и чаты для всего статика' },
  { icon: IconCloud, name: 'Хранилище файлов', text: 'Клипы, сейвы и конфиги всегда под рукой' },
  { icon: IconSpeakerphone, name: 'Реклама игр', text: 'Ваша игра на глазах у тех, кто играет' },
] as const;

export function Services() {
  return (
    <section className={landing.below} aria-labelledby="services">
      <h2 id="services" className={landing.title}>
        Пять сервисов, один вход
      </h2>
      <ul className={styles.row}>
        {SERVICES.map(({ icon: Icon, name, text }) => (
          <li key={name} className={styles.service}>
            <span className={styles.icon}>
              <Icon stroke={1.7} aria-hidden="true" />
            </span>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
