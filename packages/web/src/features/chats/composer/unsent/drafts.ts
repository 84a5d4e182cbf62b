import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as chats from '@respa/contract/chats';
import { LENGTHS } from '@respa/contract/limits';
import type { ReplyOf } from '@respa/contract/route';
import { firstCharacters } from '@respa/contract/characters';
import { getSession } from '#lib/network/session.ts';
import { roomKey } from '../../api.ts';
import { saveDraft } from '../../messages/extras-api.ts';

const PAUSE_MS = 800;
const KEY = 'respa.draft.';
/** `saved` is the server's text, as far as this browser knows. */
type Stored = { text: string; saved: string };
const keyOf = (roomId: string) => `${KEY}${getSession()?.userId ?? ''}.${roomId}`;
function readStored(roomId: string): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(roomId)) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}
function keep(roomId: string, kept: Stored): void {
  if (kept.text === kept.saved) localStorage.removeItem(keyOf(roomId));
  else localStorage.setItem(keyOf(roomId), JSON.stringify(kept));
}

/** How long the server may still report a draft of this tab, in ms. */
const ECHO_MS = 10_000;
type Draft = Stored & {
  server: string | undefined;
  /** What this tab stored on the server lately: its own echo never changes the field. */
  given: readonly string[];
};
/** Returns the draft after the server reported its text. */
function adopt({ text, saved, given }: Draft, server: string): Draft {
  const isNews = text === saved && !given.includes(server);
  return isNews || text === server
    ? { text: server, saved: server, given, server }
    : { text, saved, given, server };
}

/**
 * Holds the draft of a room: stored here at once and, after a pause, on the server for the member's
 * other devices. A draft from another device replaces this one only if nothing was written here
 * since; what this tab stored itself never does. A text that the server already has counts as
 * saved, even if its response was lost with the page. A text that is too long stays here whole.
 * `server` is undefined until the room is known.
 */
export function useDraft(
  roomId: string,
  server: string | undefined,
): [text: string, set: (text: string) => void] {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => ({
    text: '',
    saved: '',
    ...readStored(roomId),
    server: undefined,
    given: [],
  }));
  const { text, saved } = draft;
  if (server !== undefined && server !== draft.server) setDraft(adopt(draft, server));
  const latest = useRef<Stored>(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const save = useCallback(async () => {
    const sent = firstCharacters(latest.current.text, LENGTHS.message);
    if (sent === latest.current.saved) return;
    setDraft((now) => ({ ...now, given: [...now.given, sent] }));
    setTimeout(() => setDraft((now) => ({ ...now, given: now.given.slice(1) })), ECHO_MS);
    try {
      await saveDraft(roomId, sent);
    } catch {
      // The draft is stored here and is sent with the next change or the next visit.
      return;
    }
    keep(roomId, { text: latest.current.text, saved: sent });
    setDraft((now) => ({ ...now, saved: sent }));
    queries.setQueryData(
      roomKey(roomId),
      (known: ReplyOf<typeof chats.room> | undefined) =>
        known && { room: { ...known.room, draft: sent } },
    );
  }, [roomId, queries]);
  useEffect(() => {
    keep(roomId, { text, saved });
    if (text === saved) return;
    const timer = setTimeout(() => void save(), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [roomId, text, saved, save]);
  useEffect(() => {
    const leave = () => void save();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [save]);
  return [text, (next) => setDraft((now) => ({ ...now, text: next }))];
}
