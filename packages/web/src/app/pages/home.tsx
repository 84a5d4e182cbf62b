import { IconMessageCircle, IconUser, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useUnreadMessages } from '#features/chats/parts.ts';
import { useUnreadNotifications } from '#features/notifications/parts.ts';
import { useMe } from '#features/profile/parts.ts';
import { FriendsNews } from '#features/wall/parts.ts';
import { counted } from '#lib/format.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useMyId } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { greetingOf, useNow } from '../greeting.ts';
import { ClockCard, SmallClock } from '../home-clock.tsx';
import styles from './home.module.css';

export function Home() {
  usePageTitle('Главная');
  const id = useMyId();
  const me = useMe();
  const messages = useUnreadMessages();
  const notifications = useUnreadNotifications();
  const now = useNow();
  const name = me.data?.user.name;
  const news = [
    messages > 0 ? counted(messages, ['новое сообщение', 'новых сообщения', 'новых сообщений']) : '',
    notifications > 0 ? counted(notifications, ['уведомление', 'уведомления', 'уведомлений']) : '',
  ].filter(Boolean).join(' и ');
  const places = [
    { to: `/user/${id}`, label: 'Моя страница', icon: IconUser },
    { to: '/messages', label: 'Сообщения', icon: IconMessageCircle },
    { to: '/users', label: 'Люди', icon: IconUsers },
  ];
  return (
    <Columns aside={<ClockCard now={now} />}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.greeting}>{greetingOf(now)}{name ? `, ${name}` : ''}</h1>
          <p className={styles.news}>{news || 'Всё прочитано'}</p>
        </div>
        <SmallClock now={now} />
      </header>
      <nav aria-label="Куда пойти">
        <ul className={styles.places}>
          {places.map(({ to, label, icon: Icon }) => <li key={to}><Link to={to} className={styles.place}><Icon size={24} aria-hidden="true" />{label}</Link></li>)}
        </ul>
      </nav>
      <h2 className={styles.title}>Посты друзей</h2>
      <FriendsNews action={<ButtonLink to="/users" variant="primary">Найти друзей</ButtonLink>} />
    </Columns>
  );
}
