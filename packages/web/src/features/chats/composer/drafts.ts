import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as chats from '@respa/contract/chats';
import { LENGTHS } from '@respa/contract/limits';
import type { ReplyOf } from '@respa/contract/route';
import { firstCharacters } from '@respa/contract/characters';
import { getSession } from '#lib/network/session.ts';
import { roomKey } from '../api.ts';
import { saveDraft } from '../messages/extras-api.ts';

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

/**
 * Holds the draft of a room: stored here at once and, after a pause, on the server for the member's
 * other devices. A draft from another device replaces this one
 * only if nothing was written here since. A text that the server already has counts as saved, even
 * if its response was lost with the page. `server` is undefined until the room is known.
 */
export function useDraft(
  roomId: string,
  server: string | undefined,
): [text: string, set: (text: string) => void] {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Stored & { server: string | undefined }>(() => ({
    text: '',
    saved: '',
    ...readStored(roomId),
    server: undefined,
  }));
  const { text, saved } = draft;
  if (server !== undefined && server !== draft.server)
    setDraft({
      ...(text === saved || text === server ? { text: server, saved: server } : { text, saved }),
      server,
    });
  const latest = useRef<Stored>(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const save = useCallback(async () => {
    const sent = latest.current.text;
    if (sent === latest.current.saved) return;
    try {
      await saveDraft(roomId, firstCharacters(sent, LENGTHS.message));
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
