import type { FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Video } from '../api.ts';
import styles from './forms.module.css';
import { PreviewField } from './preview-field.tsx';
import { useEditVideo } from './editing-api.ts';
import { useVideoWords } from './use-video-words.ts';
import { VideoFields } from './video-fields.tsx';
import { isTooLong, refusalOf, refuseEmpty, refuseLong } from './video-refusal.ts';

/** Edits a video's title, category, audience and picture. */
export function ChangedVideo({ video }: { video: Video }) {
  const edit = useEditVideo(video._id);
  const navigate = useNavigate();
  const about = useVideoWords(
    `video.${video._id}`,
    {
      title: video.title,
      description: video.description,
      category: video.category,
      audience: video.audience,
    },
    video.mentions,
  );
  const { words, preview, setPreview, refusal, setRefusal } = about;
  useLeaveQuestion(about.isChanged, about.forget);
  const place = `/videohost/channel/${video.channel}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(words.title)) return setRefusal(refuseEmpty());
    if (isTooLong(words.description)) return setRefusal(refuseLong());
    if (edit.isPending) return;
    edit.mutate(
      { ...words, ...about.naming.mentions(), preview },
      {
        onSuccess: () => {
          about.forget();
          showToast('Сохранено', { tone: 'good' });
          navigate(place);
        },
        onError: (error) => setRefusal(refusalOf(error)),
      },
    );
  };
  return (
    <Card>
      <CardHead title="Изменить видео" />
      <Form
        className={styles.form}
        restored={{ isRestored: about.isRestored, forget: about.forget }}
        onSubmit={submit}
      >
        <VideoFields
          words={words}
          naming={about.naming}
          refusal={refusal}
          onChange={about.change}
        />
        <PreviewField
          seed={video._id}
          stored={mediaUrl('videopreviews', video.previewUrl)}
          chosen={preview}
          onChoose={setPreview}
          helpText="Другая картинка заменит эту."
        />
        <FormEnd wrong={refusal.text} isBusy={edit.isPending} back={place} action="Сохранить" />
      </Form>
    </Card>
  );
}
