import { firstCharacters, isLonger } from '@respa/contract/characters';

/**
 * Returns the text of a field, without what was just typed or pasted beyond `most` characters. An
 * own rule instead of `maxlength`, which counts an emoji as several and cuts it.
 */
export function limitTyped(field: HTMLInputElement, most: number): string {
  const { value, selectionStart } = field;
  if (!isLonger(value, most)) return value;
  const tail = value.slice(selectionStart ?? value.length);
  const head = value.slice(0, value.length - tail.length);
  const kept = firstCharacters(head, Math.max(0, most - Array.from(tail).length));
  field.value = kept + tail;
  // Fields without a caret of their own, such as those for e-mail addresses, have none to restore.
  if (selectionStart !== null) field.setSelectionRange(kept.length, kept.length);
  return field.value;
}
