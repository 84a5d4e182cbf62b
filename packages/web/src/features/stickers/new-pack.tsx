import { useState } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import type { PackKind } from '@respa/contract/stickers';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { IconPlus } from '#ui/icons.ts';
import { useCreatePack } from './api.ts';
import styles from './my-packs.module.css';

const KINDS = [
  { value: 'sticker', label: 'Стикеры' },
  { value: 'emoji', label: 'Эмодзи' },
] as const;

/** Creates a pack and opens it. */
export function NewPack() {
  const navigate = useNavigate();
  const [input, setInput, forget] = useKeptState<{ title: string; kind: PackKind }>(
    'stickers.new',
    {
      title: '',
      kind: 'sticker',
    },
  );
  const { title, kind } = input;
  const [wrong, setWrong] = useState('');
  const create = useCreatePack();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() === '') return setWrong('Назовите набор.');
        create.mutate(
          { title: title.trim(), kind },
          {
            onSuccess: ({ pack }) => {
              forget();
              navigate(`/stickers/${pack._id}`);
            },
            onError: (error) => setWrong(sentenceOf(error)),
          },
        );
      }}
    >
      <TextField
        label="Название нового набора"
        value={title}
        maxLength={LENGTHS.title}
        error={wrong}
        onChange={(value) => {
          setInput({ ...input, title: value });
          setWrong('');
        }}
      />
      <Select
        label="Что в нём"
        value={kind}
        options={KINDS}
        onChange={(value) => setInput({ ...input, kind: value as PackKind })}
      />
      <Button type="submit" variant="primary" icon={<IconPlus size={18} />} busy={create.isPending}>
        Создать набор
      </Button>
    </form>
  );
}
