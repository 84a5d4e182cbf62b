import { catalogueCounters } from '#features/catalogue/counters.ts';
import { chatCounters } from '#features/chats/counters.ts';
import { classifiedCounters } from '#features/classifieds/counters.ts';
import { cloudCounters } from '#features/cloud/counters.ts';
import { communityCounters } from '#features/communities/counters.ts';
import { mediaCounters } from '#features/media/counters.ts';
import { notificationCounters } from '#features/notifications/counters.ts';
import { peopleCounters } from '#features/people/counters.ts';
import { photoCounters } from '#features/photos/counters.ts';
import { pollCounters } from '#features/polls/counters.ts';
import { promoCounters } from '#features/promos/counters.ts';
import { reactionCounters } from '#features/reactions/counters.ts';
import { sharingCounters } from '#features/sharing/counters.ts';
import { stickerCounters } from '#features/stickers/counters.ts';
import { videoCounters } from '#features/videohost/counters.ts';
import { wallCounters } from '#features/wall/counters.ts';
import { wordCounters } from '#platform/database/word-search.ts';

/** Every stored counter of the product; the nightly job and the tests check them. */
export const COUNTERS = [
  ...peopleCounters,
  ...notificationCounters,
  ...reactionCounters,
  ...pollCounters,
  ...wallCounters,
  ...photoCounters,
  ...chatCounters,
  ...mediaCounters,
  ...cloudCounters,
  ...communityCounters,
  ...catalogueCounters,
  ...videoCounters,
  ...classifiedCounters,
  ...promoCounters,
  ...stickerCounters,
  ...sharingCounters,
  ...wordCounters,
];
