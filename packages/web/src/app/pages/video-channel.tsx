import { ChannelHead, ChannelVideos } from '#features/videohost/parts.ts';
import { Stack } from '#ui/layout/columns.tsx';
import { OneChannel } from './one-video.tsx';

export function ChannelPage() {
  return (
    <OneChannel>
      {(channel) => (
        <Stack key={channel._id}>
          <ChannelHead channel={channel} />
          <ChannelVideos id={channel._id} runs={channel.role !== 'reader'} />
        </Stack>
      )}
    </OneChannel>
  );
}
