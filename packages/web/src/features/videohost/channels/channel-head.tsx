import { IconCategory } from '#ui/icons.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { subscribersWord } from '#lib/text/subscribers.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { HeadCount } from '#ui/layout/head-count.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import type { Channel } from '../api.ts';
import { ChannelActs } from './channel-acts.tsx';

const SHORT = 140;
/** Shows the cover, picture, name and description of a channel, and the viewer's actions on it. */
export function ChannelHead({ channel }: { channel: Channel }) {
  const { _id } = channel;
  return (
    <HeadFrame
      seed={_id}
      cover={mediaUrl('channelbanners', channel.bannerUrl)}
      name={channel.name}
      about={channel.description}
      mentions={channel.mentions}
      noAbout="Описания пока нет."
      short={SHORT}
      face={
        <Avatar
          id={_id}
          name={channel.name}
          src={mediaUrl('channelavatars', channel.avatarUrl, 640)}
          size={118}
        />
      }
      facts={
        <span>
          <IconCategory size={17} aria-hidden="true" />
          {channel.category}
        </span>
      }
      counts={
        <>
          <HeadCount count={channel.subscribersCount}>
            {subscribersWord(channel.subscribersCount)}
          </HeadCount>
          <HeadCount count={channel.videosCount}>видео</HeadCount>
        </>
      }
    >
      <ChannelActs channel={channel} />
    </HeadFrame>
  );
}
