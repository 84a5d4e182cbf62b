import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { isComposing } from '#lib/browser/keyboard.ts';
import { readNaming, type Named } from '#lib/text/mention-marks.ts';
import { useMyId } from '#lib/network/session.ts';
import { MentionList, type Mentionable } from '#ui/forms/mention-list.tsx';
import { useFoundPeople } from '../api.ts';
import styles from './mention-picker.module.css';

const SHOWN = 6;

type MentionPickerProps = {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  write: (text: string) => void;
  /** The people who were chosen, also earlier. */
  named: readonly Named[];
  onName: (named: readonly Named[]) => void;
};
/** The people whom an @ in a field may mean, below the field. */
export function MentionPicker({ area, text, write, named, onName }: MentionPickerProps) {
  const me = useMyId();
  const [caret, setCaret] = useState(() => area.current?.selectionStart ?? text.length);
  const [index, setIndex] = useState(0);
  const [closed, setClosed] = useState<number | null>(null);
  const naming = readNaming(text, Math.min(caret, text.length));
  const isOpen = naming !== null && naming.query !== '' && naming.from !== closed;
  const found = useFoundPeople(naming?.query ?? '', SHOWN + 1, isOpen);
  const people = isOpen ? (found.data ?? []).filter(({ _id }) => _id !== me).slice(0, SHOWN) : [];
  const at = Math.min(index, Math.max(0, people.length - 1));

  const choose = (person: Mentionable) => {
    if (naming === null) return;
    const words = `@${person.name} ${person.surname}`.trim().normalize('NFC');
    const to = naming.from + words.length + 1;
    write(`${text.slice(0, naming.from)}${words} ${text.slice(caret)}`);
    onName([...named.filter((one) => one.words !== words), { user: person._id, words }]);
    setCaret(to);
    setIndex(0);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(to, to);
    });
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (people.length === 0 || isComposing({ nativeEvent: event })) return;
    if (event.key === 'ArrowDown') setIndex((at + 1) % people.length);
    else if (event.key === 'ArrowUp') setIndex((at + people.length - 1) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(people[at]!);
    else if (event.key === 'Escape') setClosed(naming?.from ?? null);
    else return;
    // The form does not see the key: Enter would send the text.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const field = area.current;
    if (field === null) return undefined;
    const look = () => setCaret(field.selectionStart);
    const press = (event: KeyboardEvent) => onKeyDown(event);
    field.addEventListener('keydown', press, true);
    for (const name of ['input', 'keyup', 'click', 'select']) field.addEventListener(name, look);
    return () => {
      field.removeEventListener('keydown', press, true);
      for (const name of ['input', 'keyup', 'click', 'select'])
        field.removeEventListener(name, look);
    };
  }, [area]);
  useEffect(() => {
    const field = area.current;
    if (field === null || people.length === 0) return undefined;
    field.setAttribute('aria-controls', 'mention-list');
    field.setAttribute('aria-activedescendant', `mention-${at}`);
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [area, people.length, at]);
  return people.length === 0 ? null : (
    <div className={styles.anchor}>
      <div className={styles.list}>
        <MentionList people={people} chosen={at} onChoose={choose} />
      </div>
    </div>
  );
}
