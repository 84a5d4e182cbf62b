import { displayName } from '@respa/contract/characters';
import { findCommunities, subscribersOf } from '#features/communities/parts.ts';
import { findPeople } from '#features/people/parts.ts';
import { years } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';

/** One match on this site for the typed text. */
export type Suggestion = {
  to: string;
  title: string;
  text: string;
  picture: { id: string; src: string | null; online?: boolean };
};
export type SearchKind = 'Люди' | 'Игры' | 'Группы' | 'Объявления' | 'Видео' | 'Каналы';
type Find = (query: string, signal: AbortSignal, most?: number) => Promise<Suggestion[]>;
/** The number of matches of each kind in the search box. */
const FEW = 5;

// The sources of the search box. A new service adds its line here.
export const SEARCH_SOURCES: Readonly<Record<SearchKind, Find>> = {
  Люди: async (query, signal, most = FEW) =>
    (await findPeople(query, most, signal)).map((person) => ({
      to: `/user/${person._id}`,
      title: displayName(person),
      text: [years(person.years), person.city].filter(Boolean).join(' · '),
      picture: {
        id: person._id,
        src: mediaUrl('useravatars', person.avatarUrl, 160),
        online: person.isOnline,
      },
    })),
  Игры: async (query, signal, most = FEW) => {
    const { coverOf, findGames, meanOf } = await import('#features/catalogue/parts.ts');
    return (await findGames(query, most, signal)).map((game) => ({
      to: `/app/${game._id}`,
      title: game.name,
      text: game.votes === 0 ? game.genres.join(', ') : `★ ${meanOf(game)}`,
      picture: { id: game._id, src: coverOf(game) },
    }));
  },
  Группы: async (query, signal, most = FEW) =>
    (await findCommunities(query, most, signal)).map((group) => ({
      to: `/public/${group._id}`,
      title: group.name,
      text: subscribersOf(group.subscribersCount),
      picture: { id: group._id, src: mediaUrl('publicavatars', group.avatarUrl, 160) },
    })),
  Объявления: async (query, signal, most = FEW) => {
    const { findOffers, priceOf } = await import('#features/classifieds/parts.ts');
    return (await findOffers(query, most, signal)).map((offer) => ({
      to: `/ad/${offer._id}`,
      title: offer.title,
      text: priceOf(offer.price),
      picture: { id: offer._id, src: mediaUrl('board', offer.picture?.name ?? '', 160) },
    }));
  },
  // The video host is its own chunk, which no first visit loads.
  Видео: async (query, signal, most = FEW) => {
    const { findVideos } = await import('#features/videohost/parts.ts');
    return (await findVideos(query, most, signal)).map((video) => ({
      to: `/videohost/video/${video._id}`,
      title: video.title,
      text: video.channelName,
      picture: { id: video._id, src: mediaUrl('videopreviews', video.previewUrl, 160) },
    }));
  },
  Каналы: async (query, signal, most = FEW) => {
    const { findChannels, subscribersOf: readersOf } = await import('#features/videohost/parts.ts');
    return (await findChannels(query, most, signal)).map((channel) => ({
      to: `/videohost/channel/${channel._id}`,
      title: channel.name,
      text: readersOf(channel.subscribersCount),
      picture: { id: channel._id, src: mediaUrl('channelavatars', channel.avatarUrl, 160) },
    }));
  },
};
