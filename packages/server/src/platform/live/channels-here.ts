import type { Bus } from './bus.ts';
import { answerQuestions } from './bus-questions.ts';
import { nowMs } from '#platform/runtime/clock.ts';
import type { Want } from './channels-elsewhere.ts';

/**
 * A user who opens the next page returns to the same channels, so channels are kept this long
 * instead of reporting each page.
 */
const LINGER_MS = 60_000;

export type ChannelsHere = {
  begin(channel: string, how: 'opened' | 'joined'): void;
  end(channel: string): void;
  close(): void;
};

/** Reports to the other instances which channels the streams of this one read. */
export function announceChannels(bus: Bus): ChannelsHere {
  const here = new Map<string, NodeJS.Timeout | undefined>();
  answerQuestions(bus, 'live.ask', () => bus.publish('live.wants', [...here.keys()]));
  const forget = (channel: string) => {
    here.delete(channel);
    bus.publish('live.unwant', channel);
  };
  return {
    begin(channel, how) {
      if (!bus.isShared) return;
      const isAnnounced = here.has(channel);
      clearTimeout(here.get(channel));
      here.set(channel, undefined);
      if (!isAnnounced)
        bus.publish('live.want', [channel, how === 'opened' ? nowMs() : null] satisfies Want);
    },
    end(channel) {
      if (bus.isShared) here.set(channel, setTimeout(forget, LINGER_MS, channel).unref());
    },
    close() {
      for (const lingering of here.values()) clearTimeout(lingering);
    },
  };
}
