import { useState, type KeyboardEvent, type RefObject } from 'react';
import { findMarks, readNaming, type Named } from '#lib/text/mention-marks.ts';
import { MentionList, type Mentionable } from '#ui/forms/mention-list.tsx';
import { useMentionable } from '../../messages/extras-api.ts';
import type { Message } from '../../rooms/room-state.ts';
import { useRoomExtras } from '../../rooms/room-extras.tsx';

/** Returns the members mentioned in a message, so that an edit keeps their mentions. */
const namedIn = (message: Pick<Message, 'message' | 'mentions'> | null): Named[] =>
  (message?.mentions ?? []).map(({ user, offset, length }) => ({
    user,
    words: message!.message.slice(offset, offset + length),
  }));
function marksIn(text: string, named: readonly Named[]): string | undefined {
  const marks = findMarks(text, named);
  return marks.length === 0 ? undefined : JSON.stringify(marks);
}

export type Mentions = ReturnType<typeof useMentions>;
/**
 * Handles mentions in a group chat: the list that opens after an @, and the mentions present in the
 * text when it is sent.
 */
export function useMentions(
  text: string,
  area: RefObject<HTMLTextAreaElement | null>,
  write: (text: string) => void,
  editing: Message | null,
) {
  const { roomId, kind } = useRoomExtras();
  const [caret, setCaret] = useState(0);
  const [named, setNamed] = useState<readonly Named[]>([]);
  const [index, setPlace] = useState(0);
  const [closed, setClosed] = useState<number | null>(null);
  const naming = kind.isGroup ? readNaming(text, Math.min(caret, text.length)) : null;
  const isOpen = naming !== null && naming.from !== closed;
  const people = useMentionable(roomId, isOpen ? naming.query : null).data ?? [];
  const shown = isOpen ? people : [];
  const at = Math.min(index, Math.max(0, shown.length - 1));

  const choose = (person: Mentionable) => {
    if (naming === null) return;
    const words = `@${person.name} ${person.surname}`.trim();
    const next = `${text.slice(0, naming.from)}${words} ${text.slice(caret)}`;
    write(next);
    setNamed([...named.filter((one) => one.words !== words), { user: person._id, words }]);
    const to = naming.from + words.length + 1;
    setCaret(to);
    setPlace(0);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(to, to);
    });
  };
  /** Returns true if the list handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (shown.length === 0) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setPlace((at + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(shown[at]!);
    else if (event.key === 'Escape') setClosed(naming?.from ?? null);
    else return false;
    event.preventDefault();
    return true;
  };
  const list =
    shown.length === 0 ? null : <MentionList people={shown} chosen={at} onChoose={choose} />;
  const look = () => setCaret(area.current?.selectionStart ?? 0);
  const wiring =
    shown.length === 0
      ? { onSelect: look }
      : {
          onSelect: look,
          'aria-controls': 'mention-list',
          'aria-activedescendant': `mention-${at}`,
        };
  const marksOf = (sent: string) => marksIn(sent, [...named, ...namedIn(editing)]);
  const sent = (text: string) => {
    const mentions = marksOf(text);
    return mentions === undefined ? {} : { mentions };
  };
  return { list, onKeyDown, wiring, marksOf, sent, clear: () => setNamed([]) };
}
