import { lazy, Suspense, useRef } from 'react';
import type { Mention } from '@respa/contract/rich-text';

const MentionPicker = lazy(async () => ({
  default: (await import('./mention-picker.tsx')).MentionPicker,
}));
export type Naming = ReturnType<typeof useNaming>;

/**
 * Lets a text name people: `slot` shows whom an @ may mean, `area` is the field, and `mentions`
 * returns the field of the form that sends the text. `start` holds the people whom an edited text
 * names already.
 */
export function useNaming(
  text: string,
  write: (text: string) => void,
  start: readonly Mention[] = [],
) {
  const area = useRef<HTMLTextAreaElement>(null);
  const marks = useRef(start.length === 0 ? '' : JSON.stringify(start));
  const hasSign = text.includes('@');
  return {
    area,
    slot: hasSign ? (
      <Suspense fallback={null}>
        <MentionPicker
          area={area}
          text={text}
          write={write}
          start={start}
          onMarks={(found) => {
            marks.current = found;
          }}
        />
      </Suspense>
    ) : null,
    mentions: (): { mentions?: string } =>
      hasSign && marks.current !== '' ? { mentions: marks.current } : {},
  };
}
