import { Link, useSearchParams } from 'react-router';
import { useUnreadMessages } from '#features/chats/parts.ts';
import { NextEvents } from '#features/events/parts.ts';
import { SearchBox } from '#features/home/parts.ts';
import { useUnreadNotifications } from '#features/notifications/parts.ts';
import { prefetchMe, useIsNewcomer, useMe } from '#features/profile/parts.ts';
import { PromoSlotHost } from '#features/promos/parts.ts';
import { NewsFeed, useFreshNews } from '#features/communities/parts.ts';
import { FriendsNews, prefetchFriendsNews, useFreshPosts } from '#features/wall/parts.ts';
import { WeatherLine } from '#features/weather/parts.ts';
import { classNames } from '#lib/class-names.ts';
import { counted } from '#lib/format.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { FreshPill } from '#ui/feedback/fresh-pill.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { useNow } from '#lib/now.ts';
import { greetingOf } from '../greeting.ts';
import { ClockCard, SmallClock } from '../home-clock.tsx';
import { HOME_MENU } from '../navigation.ts';
import { queries } from '../queries.ts';
import { useShellData } from '../shell-data.ts';
import styles from './home.module.css';

/**
 * Prefetches what the page shows first. For members who start their visit here, it is requested
 * before anything is drawn.
 */
export const prefetchHome = () => Promise.all([prefetchMe(queries), prefetchFriendsNews(queries)]);

export function Home() {
  usePageTitle('Главная');
  const user = useMe().data?.user;
  const isNewcomer = useIsNewcomer();
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
          <NextEvents />
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
      <HomeMenu />
      <NextEvents above />
      <Feed />
    </Columns>
  );
}

const Welcome = () => (
  <>
    Добро пожаловать! <Link to="/editprofile">Начните с профиля</Link>
  </>
);

function HomeMenu() {
  const { me } = useShellData();
  if (me === null) return null;
  return (
    <nav aria-label="Быстрые ссылки">
      <ul className={styles.places}>
        {HOME_MENU.map(({ label, icon: Icon, to, isNarrowOnly, isWideOnly }) => (
          <li
            key={label}
            className={classNames(isNarrowOnly && styles.narrow, isWideOnly && styles.wide)}
          >
            <Link to={to(me)} className={styles.place}>
              <Icon size={24} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const FEEDS = ['news', 'friends'] as const;
/**
 * The tab for members who have not chosen one. It is requested before the communities they follow
 * are known.
 */
const FIRST = 'friends';

function Feed() {
  const [address, setAddress] = useSearchParams();
  const fresh = useFreshPosts();
  const news = useFreshNews();
  const feed = FEEDS.find((one) => one === address.get('feed')) ?? FIRST;
  const tabs = [
    { value: 'news' as const, label: 'Новости', count: feed === 'news' ? 0 : news.count },
    {
      value: 'friends' as const,
      label: 'Посты друзей',
      count: feed === 'friends' ? 0 : fresh.count,
    },
  ];
  return (
    <div>
      <Tabs
        label="Лента"
        tabs={tabs}
        value={feed}
        onChange={(value) => setAddress({ feed: value }, { replace: true })}
      >
        <div className={styles.feed}>
          {feed === 'news' ? (
            <NewsFeed
              fresh={news}
              between={<PromoSlotHost />}
              action={
                <ButtonLink to="/publics" variant="primary">
                  Найти группы
                </ButtonLink>
              }
            />
          ) : (
            <>
              {fresh.count > 0 ? (
                <FreshPill isLoading={fresh.isLoading} onShow={fresh.show} />
              ) : null}
              <FriendsNews
                between={<PromoSlotHost />}
                action={
                  <ButtonLink to="/users" variant="primary">
                    Найти друзей
                  </ButtonLink>
                }
              />
            </>
          )}
        </div>
      </Tabs>
    </div>
  );
}
