import { lazy, Suspense, useEffect, useRef } from 'react';
import { NAMED_PEOPLE } from '@respa/contract/limits';
import type { Mention } from '@respa/contract/rich-text';
import { useKeptState } from '#lib/member/kept-state.ts';
import { findMarks, type Named } from '#lib/text/mention-marks.ts';

const MentionPicker = lazy(async () => ({
  default: (await import('./mention-picker.tsx')).MentionPicker,
}));
export type Naming = ReturnType<typeof useNaming>;
/** A text that is edited, and the people whom it names already. */
type Start = { text: string; mentions?: readonly Mention[] | undefined };
const EMPTY: Start = { text: '' };
/** The text as the server stores it: places of mentions are counted in it. */
const storedOf = (text: string): string => text.normalize('NFC').trim();

/**
 * Lets a text name people: `slot` shows whom an @ may mean, `area` is the field, and `mentions`
 * returns the field of the form that sends the text. The people chosen are kept at the text's `place`
 * until it is as at the start again.
 */
export function useNaming(
  place: string,
  text: string,
  write: (text: string) => void,
  { text: startText, mentions = [] }: Start = EMPTY,
) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [named, setNamed, forget] = useKeptState<readonly Named[]>(
    `${place}.named`,
    mentions.map(({ user, offset, length }) => ({
      user,
      words: startText.slice(offset, offset + length),
    })),
  );
  const isStart = text === startText;
  useEffect(() => {
    if (isStart) forget();
  }, [isStart, forget]);
  const hasSign = text.includes('@');
  return {
    area,
    slot: hasSign ? (
      <Suspense fallback={null}>
        <MentionPicker area={area} text={text} write={write} named={named} onName={setNamed} />
      </Suspense>
    ) : null,
    mentions: (): { mentions?: string } => {
      const marks = findMarks(storedOf(text), named).slice(0, NAMED_PEOPLE);
      return marks.length === 0 ? {} : { mentions: JSON.stringify(marks) };
    },
  };
}
