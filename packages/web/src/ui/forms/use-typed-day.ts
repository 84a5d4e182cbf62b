import { useRef, useState } from 'react';
import { maskDay, readTypedDay, typeDay } from '#lib/text/calendar-day.ts';

export type DayBounds = {
  /** Bounds in yyyy-mm-dd, with the message shown beyond them. */
  min?: { day: string; message: string } | undefined;
  max?: { day: string; message: string } | undefined;
};
type TypedDay = DayBounds & { value: string; onChange: (iso: string) => void };

/** Returns what is wrong with a typed day; undefined when nothing is. */
function describeProblem(text: string, isLeft: boolean, { min, max }: DayBounds) {
  const read = readTypedDay(text);
  if (read.problem === 'impossible') return 'Такого дня нет в календаре';
  if (read.problem === 'incomplete')
    return isLeft ? 'Введите дату полностью: дд.мм.гггг' : undefined;
  if (read.problem === 'empty') return undefined;
  if (read.iso && min && read.iso < min.day) return min.message;
  if (read.iso && max && read.iso > max.day) return max.message;
  return undefined;
}

/** Holds the text of a field for a day, and reports the day while the text is a valid one. */
export function useTypedDay({ value, onChange, min, max }: TypedDay) {
  const [text, setText] = useState(() => typeDay(value));
  const [isLeft, setLeft] = useState(false);
  const reported = useRef(value);

  // A value that did not come from this field (a loaded record, a reset form) replaces the text.
  if (value !== reported.current) {
    reported.current = value;
    const typed = typeDay(value);
    if (typed !== text) setText(typed);
  }

  function change(input: HTMLInputElement) {
    const isDeleting = input.value.length < text.length;
    const atEnd = input.selectionStart === input.value.length;
    const caret = input.selectionStart ?? input.value.length;
    accept(maskDay(input.value, isDeleting));
    setLeft(false);
    if (!atEnd) requestAnimationFrame(() => input.setSelectionRange(caret, caret));
  }

  function accept(next: string) {
    setText(next);
    const parsed = readTypedDay(next);
    const iso =
      parsed.iso && !(min && parsed.iso < min.day) && !(max && parsed.iso > max.day)
        ? parsed.iso
        : '';
    if (iso !== reported.current) {
      reported.current = iso;
      onChange(iso);
    }
  }

  function leave() {
    // 5.1.2001, left like this, is accepted as 05.01.2001.
    if (/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text)) accept(maskDay(text));
    setLeft(true);
  }
  return { text, problem: describeProblem(text, isLeft, { min, max }), change, leave };
}
