import { IconMovie } from '#ui/icons.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { LENGTHS } from '@respa/contract/limits';
import { firstCharacters } from '@respa/contract/characters';
import { VIDEO_BYTES } from '@respa/contract/videohost';
import { fileSize } from '#lib/format.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { DropZone } from '#ui/forms/drop-zone.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { FileInput } from '#ui/forms/file-input.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/forms/select.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';
import { useOwnChannels, type ChannelCard } from './api.ts';
import { useVideoUpload } from './video-upload.ts';
import styles from './forms.module.css';
import { takeFrame } from './frame-of.ts';
import { PreviewField } from './preview-field.tsx';
import { useCreateVideo } from './editing-api.ts';
import { VideoFields, type VideoWords } from './video-fields.tsx';
import { FINE, isTooLong, refusalOf, refuse, refuseEmpty, refuseLong } from './video-refusal.ts';

const VIDEO_TYPES = [
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/x-matroska',
  '.mkv',
] as const;

/** A new video for one of the member's channels. */
export function NewVideo() {
  const own = useOwnChannels();
  if (own.isError && !own.data) return <ErrorState onRetry={() => void own.refetch()} />;
  if (own.data === undefined) return <PageSkeleton />;
  if (own.data.length === 0)
    return (
      <Card>
        <EmptyState
          art="photo"
          text="Сначала создайте канал."
          action={
            <ButtonLink to="/videohost/create/channel" variant="primary">
              Создать канал
            </ButtonLink>
          }
        />
      </Card>
    );
  return <NewVideoForm channels={own.data} />;
}
function NewVideoForm({ channels }: { channels: readonly ChannelCard[] }) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const create = useCreateVideo();
  const { upload, send, cancel, settle } = useVideoUpload();
  const [channelId, setChannelId] = useState(
    () => (channels.find(({ _id }) => _id === address.get('channel')) ?? channels[0]!)._id,
  );
  const channel = channels.find(({ _id }) => _id === channelId)!;
  const [words, setWords] = useState<VideoWords>({
    title: '',
    description: '',
    category: channel.category,
    audience: 'all',
  });
  const [video, setVideo] = useState<{ file: File; url: string } | null>(null);
  const [preview, setPreview] = useState<Blob | null>(null);
  const [frame, setFrame] = useState<Blob | null>(null);
  const [refusal, setRefusal] = useState(FINE);
  const [isEnabled, setAsked] = useState(false);
  useEffect(
    () => () => {
      if (video) URL.revokeObjectURL(video.url);
    },
    [video],
  );
  const choose = (file: File) => {
    setRefusal(FINE);
    setFrame(null);
    setAsked(false);
    cancel();
    if (file.size > VIDEO_BYTES) return setRefusal(refuse('Файл слишком большой: не больше 2 Gb'));
    if (file.size === 0) return setRefusal(refuse('Этот файл пуст. Выберите другой.'));
    const url = URL.createObjectURL(file);
    setVideo({ file, url });
    if (words.title === '')
      setWords({
        ...words,
        title: firstCharacters(file.name.replace(/\.[^.]+$/, ''), LENGTHS.title),
      });
    void takeFrame(url).then(setFrame);
    void send(file);
  };
  const publish = () =>
    create.mutate(
      { ...words, channel: channelId, preview: preview ?? frame, upload: upload.id },
      {
        onSuccess: ({ video }) => {
          settle();
          showToast(
            video.state === 'ready' ? 'Видео опубликовано' : 'Видео загружено и обрабатывается',
            { tone: 'good' },
          );
          navigate(`/videohost/channel/${channelId}`);
        },
        onError: (error) => {
          setAsked(false);
          setRefusal(refusalOf(error));
        },
      },
    );
  const isReady = upload.state === 'done';
  const latest = useRef(publish);
  useEffect(() => {
    latest.current = publish;
  });
  // The requested action runs once the video is uploaded.
  useEffect(() => {
    if (isEnabled && isReady) latest.current();
  }, [isEnabled, isReady]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.title.trim() === '' || video === null) return setRefusal(refuseEmpty());
    if (isTooLong(words.description)) return setRefusal(refuseLong());
    setRefusal(FINE);
    if (upload.state === 'failed') void send(video.file);
    setAsked(true);
  };
  const isBusy = isEnabled && upload.state !== 'failed';
  return (
    <Card>
      <CardHead title="Новое видео" />
      <Form className={styles.form} onSubmit={submit}>
        <DropZone
          onFiles={([file]) => file && choose(file)}
          label="Отпустите, чтобы выбрать это видео"
        >
          {video === null ? (
            <div className={styles.drop}>
              <IconMovie size={40} stroke={1.5} aria-hidden="true" />
              <span>MP4, WebM, MOV или MKV, до 2 Gb</span>
              <FileInput accept={VIDEO_TYPES} onFiles={([file]) => file && choose(file)}>
                <Button
                  variant="primary"
                  data-wrong={refusal.isEmpty}
                  aria-describedby={refusal.isEmpty && 'no-film'}
                >
                  Выбрать видео
                </Button>
              </FileInput>
              {refusal.isEmpty ? (
                <span className={styles.lack} id="no-film">
                  Сначала выберите видео
                </span>
              ) : null}
            </div>
          ) : (
            <div className={styles.progress}>
              <video
                src={video.url}
                controls
                playsInline
                preload="metadata"
                className={styles.video}
                aria-label={`Просмотр: ${video.file.name}`}
              />
              <span className={styles.wait} role="status">
                {upload.state === 'done'
                  ? `${video.file.name}: загружено`
                  : upload.state === 'failed' || upload.state === 'waiting'
                    ? upload.error
                    : `${video.file.name}: ${fileSize(Math.round(video.file.size * upload.progress))} из ${fileSize(video.file.size)}`}
              </span>
              {upload.state === 'done' ? null : (
                <ProgressBar value={upload.progress * 100} label="Загрузка видео" />
              )}
              <span>
                <FileInput accept={VIDEO_TYPES} onFiles={([file]) => file && choose(file)}>
                  <Button size="small">Выбрать другое</Button>
                </FileInput>{' '}
                {upload.state === 'failed' ? (
                  <Button size="small" onClick={() => void send(video.file)}>
                    Повторить
                  </Button>
                ) : null}
              </span>
            </div>
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
          words={words}
          refusal={refusal}
          onChange={(change) => {
            setWords({ ...words, ...change });
            setRefusal(FINE);
          }}
        />
        <PreviewField
          seed={channelId}
          stored={null}
          chosen={preview ?? frame}
          onChoose={setPreview}
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
