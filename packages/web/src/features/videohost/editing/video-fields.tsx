import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { VIDEO_AUDIENCES, type Category, type VideoAudience } from '@respa/contract/videohost';
import type { Naming } from '#features/people/parts.ts';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { CATEGORY_OPTIONS } from './channel-form.tsx';
import styles from './forms.module.css';
import type { Refusal } from './video-refusal.ts';
import { AUDIENCE_NAMES } from '../words.ts';

export type VideoWords = {
  title: string;
  description: string;
  category: Category;
  audience: VideoAudience;
};
const AUDIENCES = VIDEO_AUDIENCES.map((value) => ({ value, label: AUDIENCE_NAMES[value] }));

const HELP: Partial<Record<VideoAudience, string>> = {
  open: 'Видео, комментарии к нему и страницу канала найдут и в поиске. Видео можно вставить на другой сайт.',
};

/** The fields for a video's title, description, category and audience. */
export function VideoFields({
  words,
  naming,
  refusal,
  onChange,
}: {
  words: VideoWords;
  /** Of the description. */
  naming: Naming;
  refusal: Refusal;
  onChange: (change: Partial<VideoWords>) => void;
}) {
  return (
    <>
      <TextField
        label="Название"
        required
        maxLength={LENGTHS.title}
        value={words.title}
        error={
          refusal.isEmpty && isBlank(words.title) ? 'Введите название' : refusal.fields['title']
        }
        onChange={(title) => onChange({ title })}
      />
      <div>
        <TextArea
          label="Описание"
          placeholder="О чём это видео"
          minRows={3}
          maxRows={12}
          limit={LENGTHS.description}
          area={naming.area}
          value={words.description}
          error={refusal.fields['description']}
          onChange={(description) => onChange({ description })}
        />
        {naming.slot}
      </div>
      <div className={styles.two}>
        <Select
          label="Категория"
          value={words.category}
          options={CATEGORY_OPTIONS}
          onChange={(category) => onChange({ category })}
        />
        <Select
          label="Кому видно"
          value={words.audience}
          options={AUDIENCES}
          helpText={HELP[words.audience]}
          onChange={(audience) => onChange({ audience })}
        />
      </div>
    </>
  );
}
