import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { sentenceOf } from '#lib/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Card, CardHead } from '#ui/card.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { showHint } from '#ui/hints.ts';
import type { Video } from './api.ts';
import styles from './forms.module.css';
import { PreviewField } from './preview-field.tsx';
import { useEditVideo } from './running.ts';
import { EMPTY, VideoFields, type VideoWords } from './video-fields.tsx';

/** Changes what a video is called, where it belongs, who may watch it, and its picture. */
export function ChangedVideo({ video }: { video: Video }) {
  const edit = useEditVideo(video._id);
  const navigate = useNavigate();
  const [words, setWords] = useState<VideoWords>({ title: video.title, description: video.description, category: video.category, audience: video.audience });
  const [preview, setPreview] = useState<Blob | null>(null);
  const [wrong, setWrong] = useState('');
  const place = `/videohost/channel/${video.channel}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.title.trim() === '') return setWrong(EMPTY);
    if (words.description.length > LENGTHS.description || edit.isPending) return;
    edit.mutate({ ...words, preview }, { onSuccess: () => { showHint('Сохранено', { tone: 'good' }); navigate(place); }, onError: (error) => setWrong(sentenceOf(error)) });
  };
  return (
    <Card>
      <CardHead title="Изменить видео" />
      <form className={styles.form} onSubmit={submit} noValidate>
        <VideoFields words={words} onChange={(change) => { setWords({ ...words, ...change }); setWrong(''); }} />
        <PreviewField seed={video._id} stored={mediaUrl('videopreviews', video.previewUrl)} chosen={preview} onChoose={setPreview} hint="Другая картинка заменит эту." />
        <FormEnd wrong={wrong} isBusy={edit.isPending} back={place} action="Сохранить" />
      </form>
    </Card>
  );
}
