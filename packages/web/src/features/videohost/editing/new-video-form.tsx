import { Card, CardHead } from '#ui/layout/card.tsx';
import { DropZone } from '#ui/files/drop-zone.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { Select } from '#ui/forms/select.tsx';
import type { ChannelCard } from '../api.ts';
import { ChosenVideo } from './chosen-video.tsx';
import styles from './forms.module.css';
import { PreviewField } from './preview-field.tsx';
import { useNewVideo } from './use-new-video.ts';
import { VideoChooser } from './video-chooser.tsx';
import { VideoFields } from './video-fields.tsx';

/** The form of a new video for one of the member's channels. */
export function NewVideoForm({ channels }: { channels: readonly ChannelCard[] }) {
  const { source, choose, channelId, setChannelId, about, isBusy, submit } = useNewVideo(channels);
  const { video, frame, upload, retry } = source;
  const { refusal } = about;
  return (
    <Card>
      <CardHead title="Новое видео" />
      <Form className={styles.form} onSubmit={submit}>
        <DropZone
          onFiles={([file]) => file && choose(file)}
          label="Отпустите, чтобы выбрать это видео"
        >
          {video === null || upload === undefined ? (
            <VideoChooser isMissing={refusal.isEmpty} onChoose={choose} />
          ) : (
            <ChosenVideo video={video} upload={upload} onChoose={choose} onRetry={retry} />
          )}
        </DropZone>
        {channels.length > 1 ? (
          <Select
            label="Канал"
            value={channelId}
            options={channels.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={setChannelId}
          />
        ) : null}
        <VideoFields
          words={about.words}
          naming={about.naming}
          refusal={refusal}
          onChange={about.change}
        />
        <PreviewField
          seed={channelId}
          stored={null}
          chosen={about.preview ?? frame}
          onChoose={about.setPreview}
          helpText="Без выбранного превью возьмём кадр из видео."
        />
        <FormEnd
          wrong={refusal.text}
          isBusy={isBusy}
          back={`/videohost/channel/${channelId}`}
          action="Опубликовать"
        />
      </Form>
    </Card>
  );
}
