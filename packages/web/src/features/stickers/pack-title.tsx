import type { FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useRenamePack, type WholePack } from './api.ts';
import styles from './pack-editor.module.css';

/** Renames an own pack. */
export function PackTitle({ pack }: { pack: WholePack }) {
  const [title, setTitle, forget] = useKeptState(`stickers.${pack._id}.title`, pack.title);
  const rename = useRenamePack(pack._id);
  const isChanged = title.trim() !== '' && title.trim() !== pack.title;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) rename.mutate(title.trim(), { onSuccess: forget });
  };
  return (
    <form className={styles.title} onSubmit={save}>
      <TextField
        label="Название набора"
        value={title}
        maxLength={LENGTHS.title}
        onChange={setTitle}
      />
      {isChanged ? (
        <Button type="submit" variant="soft" busy={rename.isPending}>
          Сохранить
        </Button>
      ) : null}
    </form>
  );
}
