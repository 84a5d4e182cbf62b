import { useDeferredValue, useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { PersonRow, useFoundPeople } from '#features/people/parts.ts';
import { Button } from '#ui/forms/button.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { TextField } from '#ui/forms/text-field.tsx';

const FEW = 5;
type HelperSearchProps = {
  /** The owner and the helpers of the channel. They are not found. */
  have: ReadonlySet<string>;
  onAdd: (userId: string) => void;
};

/** Finds people by name, to make them helpers of a channel. */
export function HelperSearch({ have, onAdd }: HelperSearchProps) {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const found = useFoundPeople(words, FEW, words !== '');
  return (
    <>
      <div className={listStyles.search} role="search">
        <TextField
          label="Добавить помощника"
          type="search"
          placeholder="Имя подписчика"
          helpText="Помощник загружает видео и удаляет комментарии"
          value={typed}
          onChange={setTyped}
          maxLength={100}
        />
      </div>
      <ul className={listStyles.rows}>
        {words === ''
          ? null
          : found.data
              ?.filter(({ _id }) => !have.has(_id))
              .map((person) => (
                <PersonRow key={person._id} person={person}>
                  <Button
                    size="small"
                    onClick={() => onAdd(person._id)}
                    aria-label={`Сделать помощником: ${displayName(person)}`}
                  >
                    Добавить
                  </Button>
                </PersonRow>
              ))}
      </ul>
    </>
  );
}
