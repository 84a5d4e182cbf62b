import { mediaUrl } from '#lib/browser/media.ts';
import { subscribersOf } from '#lib/text/subscribers.ts';
import { useMyId } from '#lib/network/session.ts';
import { ListRow } from '#ui/layout/list-row.tsx';
import type { ChannelCard } from '../api.ts';
import { SubscribeButton } from './subscribe-button.tsx';

/** One channel of a list. */
export function ChannelRow({ channel }: { channel: ChannelCard }) {
  const me = useMyId();
  return (
    <ListRow
      to={`/videohost/channel/${channel._id}`}
      picture={{ id: channel._id, src: mediaUrl('channelavatars', channel.avatarUrl, 160) }}
      title={channel.name}
      text={[
        channel.category,
        subscribersOf(channel.subscribersCount),
        channel.description.split('\n', 1)[0],
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {channel.admin === me ? null : <SubscribeButton channel={channel} size="small" />}
    </ListRow>
  );
}
