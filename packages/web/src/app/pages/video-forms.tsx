import {
  ChangedChannel,
  ChangedVideo,
  HelpersCard,
  NewChannel,
  NewVideo,
} from '#features/videohost/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns, Stack } from '#ui/layout/columns.tsx';
import { HiddenHead, PageHead } from '#ui/layout/page-head.tsx';
import { OneChannel, OneVideo } from './one-video.tsx';

export function CreateChannel() {
  usePageTitle('Новый канал');
  return (
    <Columns>
      <PageHead title="Новый канал" />
      <NewChannel />
    </Columns>
  );
}
export function EditChannel() {
  return (
    <OneChannel title="Изменить канал" forStaff>
      {(channel) => (
        <Columns key={channel._id} aside={<HelpersCard channel={channel} />}>
          <PageHead title="Изменить канал" text={channel.name} />
          <Stack>
            <ChangedChannel channel={channel} />
          </Stack>
        </Columns>
      )}
    </OneChannel>
  );
}
export function CreateVideo() {
  usePageTitle('Новое видео');
  return (
    <Columns>
      <HiddenHead title="Новое видео" />
      <NewVideo />
    </Columns>
  );
}
export function EditVideo() {
  return (
    <OneVideo title="Изменить видео" forStaff>
      {(video) => (
        <Columns key={video._id}>
          <HiddenHead title="Изменить видео" />
          <ChangedVideo video={video} />
        </Columns>
      )}
    </OneVideo>
  );
}
