import { LENGTHS } from '@respa/contract/limits';
import { useObjectUrl } from '#ui/media/use-object-url.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import type { GroupFormState } from './use-group-form.ts';
import { AvatarChoice } from './avatar-choice.tsx';
import styles from './group-window.module.css';

/** The picture, the name and the description of a new group chat. */
export function GroupFields({ form }: { form: GroupFormState }) {
  const { title, setTitle, description, setDescription, avatar, setAvatar, wrong, setWrong } = form;
  return (
    <div className={styles.settings}>
      <AvatarChoice
        id={form.face}
        src={useObjectUrl(avatar)}
        onChoose={(file, done) => {
          setAvatar(file);
          done();
        }}
        onRemove={avatar === null ? undefined : () => setAvatar(null)}
      />
      <TextField
        label="Название"
        required
        placeholder="Например, «Рейд по субботам»"
        maxLength={LENGTHS.title}
        value={title}
        error={wrong['title']}
        onChange={(value) => {
          setTitle(value);
          setWrong({});
        }}
      />
      <TextArea
        label="Описание"
        placeholder="По желанию"
        minRows={2}
        maxRows={6}
        limit={LENGTHS.description}
        value={description}
        error={wrong['description']}
        onChange={setDescription}
      />
    </div>
  );
}
