import {
  countChannels,
  findChannel,
  findNamed,
  gatherChannels,
  pickChannels,
  pickHelped,
  pickSubscribed,
  pickSubscribers,
} from '../../../packages/server/src/features/videohost/channels/channel-queries.ts';
import {
  countFound,
  pickListed,
  pickOfChannel,
  filterListed,
  filterVisible,
} from '../../../packages/server/src/features/videohost/list-queries.ts';
import {
  pickHistory,
  pickLater,
  countNewOfSubscriptions,
  pickSubscribedVideos,
} from '../../../packages/server/src/features/videohost/watching/member-list-queries.ts';
import {
  pickItems,
  pickPlaylists,
} from '../../../packages/server/src/features/videohost/watching/playlists.ts';
import { PICKERS } from '../../../packages/server/src/features/videohost/ranking-queries.ts';
import {
  countListed,
  findVideo,
  gatherOwn,
  gatherVideos,
  pickWritten,
} from '../../../packages/server/src/features/videohost/video-queries.ts';
import { pickMoments } from '../../../packages/server/src/features/reactions/comment-list-queries.ts';
import { firstIdOf } from '../../../packages/server/src/platform/runtime/ids.ts';
import { idOf as id, type Listing } from '../../support/query-plans.ts';

export const [PERSON, CHANNEL, VIDEO, ROW, LIST, COMMENT] = [1, 2, 3, 4, 5, 6];
export const [me, channel, video, list] = [
  id(PERSON, 1),
  id(CHANNEL, 1),
  id(VIDEO, 1),
  id(LIST, 1),
];
const some = Array.from({ length: 25 }, (_, turn) => id(VIDEO, turn + 1));
const walk = { skip: 0, limit: 25 };
export const LISTS: [string, Listing][] = [
  ['a channel', (on) => findChannel(on, channel, me)],
  ['a channel by its name', (on) => findNamed(on, 'канал 77', me)],
  [
    'cards of channels',
    (on) =>
      gatherChannels(
        on,
        me,
        Array.from({ length: 25 }, (_, turn) => id(CHANNEL, turn + 1)),
      ),
  ],
  ['channels', (on) => pickChannels(on, me, { folded: '', ...walk })],
  [
    'channels far down',
    (on) => pickChannels(on, me, { folded: '', before: id(CHANNEL, 900), ...walk }),
  ],
  ['channels found by a search', (on) => pickChannels(on, me, { folded: 'маяк 49', ...walk })],
  ['channels found by a word', (on) => pickChannels(on, me, { folded: '99', ...walk })],
  ['channels found by a part of words', (on) => pickChannels(on, me, { folded: '499', ...walk })],
  ['channels found by a common word', (on) => pickChannels(on, me, { folded: 'раз', ...walk })],
  [
    'channels found by a word, far down',
    (on) =>
      pickChannels(on, me, {
        folded: 'маяк',
        category: 'Гайды',
        before: id(CHANNEL, 903),
        ...walk,
      }),
  ],
  [
    'channels of a category',
    (on) => pickChannels(on, me, { folded: '', category: 'Юмор', ...walk }),
  ],
  ['the count of channels', (on) => countChannels(on, { folded: '' }, 1_000)],
  ['channels that a member helps', (on) => pickHelped(on, me)],
  ['subscribers of a channel', (on) => pickSubscribers(on, channel, { limit: 101 })],
  [
    'subscriptions of a member',
    (on) => pickSubscribed(on, me, { before: id(ROW, 6_300), ...walk }),
  ],
  ['a video', (on) => findVideo(on, video)],
  ['cards of videos', (on) => gatherVideos(on, me, some)],
  ['own likes and positions', (on) => gatherOwn(on, me, some)],
  ['new videos', (on) => pickListed(on, me, { by: 'new', ...walk })],
  [
    'new videos far down',
    (on) => pickListed(on, me, { by: 'new', before: id(VIDEO, 900), ...walk }),
  ],
  [
    'new videos since a date',
    (on) => pickListed(on, me, { by: 'new', since: firstIdOf(Date.parse('2090-01-01')), ...walk }),
  ],
  ['popular videos', (on) => pickListed(on, me, { by: 'popular', ...walk })],
  [
    'popular videos far down',
    (on) => pickListed(on, me, { by: 'popular', before: id(VIDEO, 900), ...walk }),
  ],
  ['a category', (on) => pickListed(on, me, { by: 'new', category: 'Юмор', ...walk })],
  [
    'similar videos far down',
    (on) =>
      pickListed(on, me, { by: 'popular', category: 'Юмор', before: id(VIDEO, 904), ...walk }),
  ],
  [
    'the newest unseen videos',
    (on) => pickListed(on, me, { by: 'new', without: some, unseenBy: me, ...walk }),
  ],
  [
    'videos found by a search',
    (on) => pickListed(on, me, { by: 'new', folded: 'маяк 499', ...walk }),
  ],
  ['videos found by a word', (on) => pickListed(on, me, { by: 'new', folded: '499', ...walk })],
  [
    'videos found by a common word',
    (on) => pickListed(on, me, { by: 'new', folded: 'маяк', ...walk }),
  ],
  [
    'videos found by a common word, far down',
    (on) =>
      pickListed(on, me, {
        by: 'new',
        folded: 'закаты',
        category: 'Юмор',
        before: id(VIDEO, 900),
        ...walk,
      }),
  ],
  [
    'the most watched videos found by a word',
    (on) => pickListed(on, me, { by: 'popular', folded: '499', ...walk }),
  ],
  ['a search without results', (on) => pickListed(on, me, { by: 'new', folded: 'кщщ', ...walk })],
  ['the count of a search', (on) => countFound(on, { folded: 'маяк 499' }, 1_000)],
  [
    'the count since a date',
    (on) => countFound(on, { folded: '', since: firstIdOf(Date.parse('2020-01-01')) }, 1_000),
  ],
  ['the count of videos', (on) => countListed(on, undefined)],
  [
    'videos of a channel',
    (on) => pickOfChannel(on, channel, { sees: 'listed', folded: '', ...walk }),
  ],
  [
    'all videos of a channel far down',
    (on) =>
      pickOfChannel(on, channel, { sees: 'all', folded: '', before: id(VIDEO, 14_000), ...walk }),
  ],
  [
    'the number of new videos of subscriptions',
    (on) => countNewOfSubscriptions(on, me, id(VIDEO, 9_000), 100),
  ],
  ['videos of subscriptions', (on) => pickSubscribedVideos(on, me, undefined, 25)],
  ['videos of subscriptions far down', (on) => pickSubscribedVideos(on, me, id(VIDEO, 9_000), 25)],
  ['the history', (on) => pickHistory(on, me, id(ROW, 52_000), 25)],
  ['videos saved for later', (on) => pickLater(on, me, id(ROW, 52_000), 25)],
  ['playlists', (on) => pickPlaylists(on, me, video)],
  ['videos of a playlist', (on) => pickItems(on, list, id(ROW, 201_000), 25)],
  ['videos that may be watched', (on) => filterVisible(on, me, some)],
  ['videos that everyone finds', (on) => filterListed(on, me, some)],
  ['exported videos', (on) => pickWritten(on, me, { after: video, limit: 200 })],
  ['moments', (on) => pickMoments(on, me, video, 200)],
  ['interesting videos', (on) => PICKERS.interesting(on, me)],
  ['recommended videos', (on) => PICKERS.recommended(on, me)],
  ['recommended channels', (on) => PICKERS.channels(on, me)],
];
