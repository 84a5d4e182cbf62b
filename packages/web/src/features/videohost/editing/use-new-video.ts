import { useEffect, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { LENGTHS } from '@respa/contract/limits';
import { firstCharacters, isBlank } from '@respa/contract/characters';
import { VIDEO_BYTES } from '@respa/contract/videohost';
import { useKeptState } from '#lib/member/kept-state.ts';
import { setUploadData } from '#lib/uploads/upload-queue.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import type { ChannelCard } from '../api.ts';
import { useVideoFile } from './use-video-file.ts';
import { useVideoWords } from './use-video-words.ts';
import { FINE, isTooLong, refusalOf, refuse, refuseEmpty, refuseLong } from './video-refusal.ts';

const PLACE = 'video.new';
/** Returns why a file cannot be uploaded; the empty string if it can. */
function fileProblem({ size }: File): string {
  if (size > VIDEO_BYTES) return 'Файл слишком большой: не больше 2 ГБ';
  return size === 0 ? 'Этот файл пуст. Выберите другой.' : '';
}
const titleOf = (file: File): string =>
  firstCharacters(file.name.replace(/\.[^.]+$/, ''), LENGTHS.title);

/**
 * Holds the video being published. It is published once it is requested and uploaded; the member
 * may leave the page meanwhile.
 */
export function useNewVideo(channels: readonly ChannelCard[]) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const first = channels.find(({ _id }) => _id === address.get('channel')) ?? channels[0]!;
  const [chosen, setChosen, forgetChosen] = useKeptState(PLACE, {
    key: '',
    channelId: first._id,
    isRequested: false,
  });
  const { _id: channelId, category } =
    channels.find(({ _id }) => _id === chosen.channelId) ?? first;
  const source = useVideoFile(chosen.key, (key) =>
    setChosen((before) => ({ ...before, key, isRequested: false })),
  );
  const about = useVideoWords(PLACE, { title: '', description: '', category, audience: 'open' });
  const { words, preview, setRefusal, forget: forgetWords } = about;
  const { upload } = source;

  const isPublished = upload?.state === 'done' || (source.isLost && chosen.isRequested);
  useEffect(() => {
    if (!isPublished) return;
    forgetChosen();
    forgetWords();
    if (upload !== undefined) navigate(`/videohost/channel/${channelId}`);
  }, [isPublished, upload, channelId, forgetChosen, forgetWords, navigate]);
  const failure = upload?.data.publication == null ? undefined : upload.cause;
  useEffect(() => {
    if (failure !== undefined) setRefusal(refusalOf(failure));
  }, [failure, setRefusal]);

  const choose = (file: File) => {
    source.drop();
    const problem = fileProblem(file);
    if (problem !== '') return setRefusal(refuse(problem));
    if (words.title === '') about.change({ title: titleOf(file) });
    else setRefusal(FINE);
    source.take(file);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(words.title) || upload === undefined) return setRefusal(refuseEmpty());
    if (isTooLong(words.description)) return setRefusal(refuseLong());
    setRefusal(FINE);
    setChosen((before) => ({ ...before, isRequested: true }));
    setUploadData(upload.key, {
      publication: {
        ...words,
        ...about.naming.mentions(),
        channel: channelId,
        preview: preview ?? source.frame,
      },
    });
  };
  return {
    source,
    choose,
    channelId,
    setChannelId: (id: string) => setChosen((before) => ({ ...before, channelId: id })),
    about,
    isBusy: upload?.data.publication != null && upload.state !== 'failed',
    submit,
  };
}
