import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { LENGTHS } from '@respa/contract/limits';
import { firstCharacters, isBlank } from '@respa/contract/characters';
import { VIDEO_BYTES } from '@respa/contract/videohost';
import { useNavigate } from '#lib/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { ChannelCard } from '../api.ts';
import { useCreateVideo } from './editing-api.ts';
import { useVideoFile } from './use-video-file.ts';
import { useVideoWords } from './use-video-words.ts';
import { useWhen } from './use-when.ts';
import { FINE, isTooLong, refusalOf, refuse, refuseEmpty, refuseLong } from './video-refusal.ts';

/** Returns why a file cannot be uploaded; the empty string if it can. */
function fileProblem({ size }: File): string {
  if (size > VIDEO_BYTES) return 'Файл слишком большой: не больше 2 Gb';
  return size === 0 ? 'Этот файл пуст. Выберите другой.' : '';
}
const titleOf = (file: File): string =>
  firstCharacters(file.name.replace(/\.[^.]+$/, ''), LENGTHS.title);

/** Holds the video being published. It is published once it is requested and uploaded. */
export function useNewVideo(channels: readonly ChannelCard[]) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const create = useCreateVideo();
  const source = useVideoFile();
  const { video, frame, upload } = source;
  const [channelId, setChannelId] = useState(
    () => (channels.find(({ _id }) => _id === address.get('channel')) ?? channels[0]!)._id,
  );
  const { category } = channels.find(({ _id }) => _id === channelId)!;
  const about = useVideoWords({ title: '', description: '', category, audience: 'all' });
  const { words, preview, setRefusal } = about;
  const [isRequested, setRequested] = useState(false);
  const choose = (file: File) => {
    setRequested(false);
    source.drop();
    const problem = fileProblem(file);
    if (problem !== '') return setRefusal(refuse(problem));
    if (words.title === '') about.change({ title: titleOf(file) });
    else setRefusal(FINE);
    source.take(file);
  };
  const publish = () =>
    create.mutate(
      { ...words, channel: channelId, preview: preview ?? frame, upload: upload.id },
      {
        onSuccess: ({ video: created }) => {
          source.settle();
          showToast(
            created.state === 'ready' ? 'Видео опубликовано' : 'Видео загружено и обрабатывается',
            { tone: 'good' },
          );
          navigate(`/videohost/channel/${channelId}`);
        },
        onError: (error) => {
          setRequested(false);
          setRefusal(refusalOf(error));
        },
      },
    );
  useWhen(isRequested && upload.state === 'done', publish);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(words.title) || video === null) return setRefusal(refuseEmpty());
    if (isTooLong(words.description)) return setRefusal(refuseLong());
    setRefusal(FINE);
    if (upload.state === 'failed') source.retry();
    setRequested(true);
  };
  const isBusy = isRequested && upload.state !== 'failed';
  return { source, choose, channelId, setChannelId, about, isBusy, submit };
}
