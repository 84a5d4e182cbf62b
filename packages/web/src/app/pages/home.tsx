import { Link } from 'react-router';
import { useUnreadMessages } from '#features/chats/parts.ts';
import { NextEvents } from '#features/events/parts.ts';
import { SearchBox, StepsSlot } from '#features/home/parts.ts';
import { useUnreadNotifications } from '#features/notifications/parts.ts';
import { prefetchMe, useIsNewcomer, useMe } from '#features/profile/parts.ts';
import { ComposerSlot, prefetchFriendsNews } from '#features/wall/parts.ts';
import { WeatherLine } from '#features/weather/parts.ts';
import { counted } from '#lib/text/format.ts';
import { part } from '#lib/browser/part.tsx';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { useNow } from '#lib/browser/now.ts';
import { greetingOf } from '../greeting.ts';
import { ClockCard, SmallClock } from '../home-clock.tsx';
import { queries } from '../queries.ts';
import { useIsWide } from '#lib/browser/use-wide.ts';
import { HomeFeed } from './home/home-feed.tsx';
import { HomeMenu } from './home/home-menu.tsx';
import styles from './home.module.css';

const AsideCards = part(async () => (await import('./home/aside-cards.tsx')).AsideCards);

/**
 * Prefetches what the page shows first. For members who start their visit here, it is requested
 * before anything is drawn.
 */
export const prefetchHome = () => Promise.all([prefetchMe(queries), prefetchFriendsNews(queries)]);

export function Home() {
  usePageTitle('Главная');
  const user = useMe().data?.user;
  const isNewcomer = useIsNewcomer();
  const isWide = useIsWide();
  const messages = useUnreadMessages();
  const notifications = useUnreadNotifications();
  const now = new Date(useNow());
  const news = [
    messages > 0
      ? counted(messages, ['новое сообщение', 'новых сообщения', 'новых сообщений'])
      : '',
    notifications > 0 ? counted(notifications, ['уведомление', 'уведомления', 'уведомлений']) : '',
  ]
    .filter(Boolean)
    .join(' и ');
  return (
    <Columns
      aside={
        <>
          <ClockCard now={now}>
            <WeatherLine city={user?.city} />
          </ClockCard>
          {isWide ? <AsideCards /> : null}
        </>
      }
    >
      <header className={styles.head}>
        <div>
          <h1 className={styles.greeting}>
            {greetingOf(now)}
            {user ? `, ${user.name}` : ''}
          </h1>
          <p className={styles.news}>{news || (isNewcomer ? <Welcome /> : 'Всё прочитано')}</p>
        </div>
        <SmallClock now={now}>
          <WeatherLine city={user?.city} small />
        </SmallClock>
      </header>
      <SearchBox />
      <StepsSlot isNewcomer={isNewcomer} />
      <HomeMenu />
      {user ? <ComposerSlot me={{ id: user._id, avatarUrl: user.avatarUrl }} /> : null}
      <NextEvents above />
      <HomeFeed />
    </Columns>
  );
}

const Welcome = () => (
  <>
    Добро пожаловать! <Link to="/editprofile">Начните с профиля</Link>
  </>
);
