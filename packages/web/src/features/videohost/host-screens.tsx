import { CATEGORIES, type Category } from '@respa/contract/videohost';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { HiddenHead, PageHead } from '#ui/layout/page-head.tsx';
import { PeopleSkeleton, TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { useChannels, useVideos, videosOf } from './api.ts';
import { ChannelList } from './channels/channel-list.tsx';
import { ChannelRow } from './channels/channel-row.tsx';
import { VideoGrid, VideoRow } from './video-grid.tsx';

const FEW = 8;
const FEW_CHANNELS = 4;
/**
 * The first videos of each list. A list is shown when those above it have loaded, so that nothing
 * visible moves.
 */
export function HostHome() {
  const recommended = useVideos('recommended');
  const channels = useChannels('recommended');
  const subscribed = useVideos('subscribed');
  const popular = useVideos('popular');
  const newest = useVideos('new');
  const all = [recommended, channels, subscribed, popular, newest];
  const loading = all.findIndex(({ isPending }) => isPending);
  const isDue = (at: number) => loading === -1 || at <= loading;
  return (
    <Stack>
      <HiddenHead title="Видео" />
      <Some found={recommended} title="Рекомендованные видео" to="/videohost/recommended/videos" />
      {isDue(1) ? <SomeChannels found={channels} /> : null}
      {isDue(2) && videosOf(subscribed.data).length > 0 ? (
        <Some found={subscribed} title="Подписки" to="/videohost/subscribes" />
      ) : null}
      {isDue(3) ? <Some found={popular} title="Популярное" to="/videohost/popular" /> : null}
      {isDue(4) ? <Some found={newest} title="Новое" to="/videohost/new" /> : null}
    </Stack>
  );
}
type SomeProps = { found: ReturnType<typeof useVideos>; title: string; to: string };
/** A few videos of a list. */
function Some({ found, title, to }: SomeProps) {
  const videos = videosOf(found.data).slice(0, FEW);
  return (
    <Card>
      <CardHead title={title} to={to} />
      <ListState
        list={found}
        isEmpty={videos.length === 0}
        skeleton={<TilesSkeleton tiles={4} ratio="300 / 260" />}
        empty={
          <EmptyState
            small
            art="photo"
            text="Нет видео"
            action={
              <ButtonLink to="/videohost/create/video" size="small" variant="soft">
                Загрузить видео
              </ButtonLink>
            }
          />
        }
        small
      />
      <VideoRow videos={videos} />
    </Card>
  );
}
function SomeChannels({ found }: { found: ReturnType<typeof useChannels> }) {
  const channels = found.data?.pages[0]?.channels.slice(0, FEW_CHANNELS) ?? [];
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Рекомендованные каналы" to="/videohost/recommended/channels" />
      </div>
      <ListState
        list={found}
        isEmpty={channels.length === 0}
        skeleton={<PeopleSkeleton rows={2} avatar={52} />}
        empty={
          <EmptyState
            small
            art="people"
            text="Нет каналов"
            action={
              <ButtonLink to="/videohost/create/channel" size="small" variant="soft">
                Создать канал
              </ButtonLink>
            }
          />
        }
        small
      />
      <ul className={listStyles.rows}>
        {channels.map((channel) => (
          <ChannelRow key={channel._id} channel={channel} />
        ))}
      </ul>
    </Card>
  );
}
const EMPTY = 'Здесь пока нет видео';
const TITLES = {
  recommended: 'Рекомендованные видео',
  new: 'Новое',
  popular: 'Популярное',
  interesting: 'Интересное',
} as const;
/** One of the lists of all videos. */
export function VideoList({ name }: { name: keyof typeof TITLES }) {
  return (
    <>
      <PageHead title={TITLES[name]} />
      <VideoGrid found={useVideos(name)} empty={EMPTY} />
    </>
  );
}
/** The videos of the member's subscriptions, and the channels themselves. */
export function Subscriptions() {
  const videos = useVideos('subscribed');
  return (
    <>
      <PageHead title="Подписки" />
      <Stack>
        <VideoGrid
          found={videos}
          empty={EMPTY}
          action={
            <ButtonLink to="/videohost/recommended/channels" variant="primary">
              Найти каналы
            </ButtonLink>
          }
        />
        {videos.isPending ? null : (
          <>
            <h2 className="visually-hidden">Каналы</h2>
            <ChannelList name="subscribed" />
          </>
        )}
      </Stack>
    </>
  );
}
const isCategory = (name: string): name is Category => CATEGORIES.some((one) => one === name);
/** A category, or videos similar to those in it. */
export function CategoryList({ name, isSame = false }: { name: string; isSame?: boolean }) {
  if (!isCategory(name))
    return (
      <>
        <HiddenHead title="Категория" />
        <NotFoundState
          text="Такой категории нет"
          action={<ButtonLink to="/videohost">К видео</ButtonLink>}
        />
      </>
    );
  return <CategoryVideos name={name} isSame={isSame} />;
}
function CategoryVideos({ name, isSame }: { name: Category; isSame: boolean }) {
  return (
    <>
      <PageHead title={isSame ? `Похожие: ${name}` : name} />
      <VideoGrid found={useVideos(isSame ? 'same' : 'category', name)} empty={EMPTY} />
    </>
  );
}
/** The search results among videos. */
export function VideoSearch({ words }: { words: string }) {
  return (
    <>
      <PageHead
        title={`Видео: ${words}`}
        action={
          <ButtonLink to={`/videohost/channelsearch/${encodeURIComponent(words)}`}>
            Искать каналы
          </ButtonLink>
        }
      />
      <VideoGrid
        found={useVideos('search', words)}
        empty="Нет видео"
        action={<ButtonLink to="/videohost/new">Посмотреть новое</ButtonLink>}
      />
    </>
  );
}
/** The search results among channels. */
export function ChannelSearch({ words }: { words: string }) {
  return (
    <>
      <PageHead
        title={`Каналы: ${words}`}
        action={
          <ButtonLink to={`/videohost/search/${encodeURIComponent(words)}`}>
            Искать видео
          </ButtonLink>
        }
      />
      <ChannelList name="search" q={words} empty="Нет каналов" />
    </>
  );
}
export function RecommendedChannels() {
  return (
    <>
      <PageHead title="Рекомендованные каналы" />
      <ChannelList
        name="recommended"
        action={
          <ButtonLink to="/videohost/create/channel" variant="primary">
            Создать канал
          </ButtonLink>
        }
      />
    </>
  );
}
/** The videos of a channel. */
export function ChannelVideos({ id, runs }: { id: string; runs: boolean }) {
  return (
    <section aria-label="Видео канала">
      <VideoGrid
        found={useVideos('channel', id)}
        empty="На канале нет видео"
        action={
          runs ? (
            <ButtonLink to={`/videohost/create/video?channel=${id}`} variant="primary">
              Загрузить первое
            </ButtonLink>
          ) : undefined
        }
      />
    </section>
  );
}
