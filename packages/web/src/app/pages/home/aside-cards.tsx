import { WriteIcon } from '#features/chats/parts.ts';
import { NewsCard } from '#features/communities/parts.ts';
import { NextEvents } from '#features/events/parts.ts';
import { OnlineFriends } from '#features/home/parts.ts';
import { SuggestedPeople } from '#features/people/parts.ts';

/** What a wide window shows beside the feed. It loads after the page. */
export const AsideCards = () => (
  <>
    <OnlineFriends write={(id, name) => <WriteIcon id={id} name={name} />} />
    <SuggestedPeople look="aside" most={3} hasHint />
    <NextEvents />
    <NewsCard />
  </>
);
