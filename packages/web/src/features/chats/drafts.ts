import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type * as chats from '@respa/contract/chats';
import type { ReplyOf } from '@respa/contract/route';
import { getSession } from '#lib/session.ts';
import { roomKey } from './api.ts';
import { saveDraft } from './extras-api.ts';

const PAUSE_MS = 800;
const KEY = 'respa.draft.';
/** `saved` is what the server has, as far as this browser knows. */
type Kept = { text: string; saved: string };
const keyOf = (roomId: string) => `${KEY}${getSession()?.userId ?? ''}.${roomId}`;
function readKept(roomId: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(roomId)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
function keep(roomId: string, kept: Kept): void {
  if (kept.text === kept.saved) localStorage.removeItem(keyOf(roomId));
  else localStorage.setItem(keyOf(roomId), JSON.stringify(kept));
}

/**
 * What somebody has begun to write in a room: kept here at once and, after a pause, for their other devices. What comes from there replaces it
 * only where nothing was written here since. `server` is undefined until the room is known.
 */
export function useDraft(roomId: string, server: string | undefined): [text: string, set: (text: string) => void] {
  const queries = useQueryClient();
  const [text, setText] = useState(() => readKept(roomId)?.text ?? '');
  const now = useRef<Kept>({ text, saved: readKept(roomId)?.saved ?? '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnsaved = useRef(readKept(roomId) !== null);

  const save = useRef(async () => {
    clearTimeout(timer.current);
    const sent = now.current.text;
    if (!isUnsaved.current) return;
    try {
      await saveDraft(roomId, sent.slice(0, 4_000));
    } catch {
      // It is kept here, and goes with the next change or the next visit.
      return;
    }
    now.current.saved = sent;
    isUnsaved.current = now.current.text !== sent;
    keep(roomId, now.current);
    queries.setQueryData(roomKey(roomId), (known: ReplyOf<typeof chats.room> | undefined) => known && { room: { ...known.room, draft: sent } });
  });
  useEffect(() => {
    if (server === undefined || isUnsaved.current) return;
    now.current = { text: server, saved: server };
    setText(server);
  }, [server]);
  useEffect(() => {
    const leave = () => void save.current();
    if (isUnsaved.current) leave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [roomId]);
  const set = (next: string) => {
    setText(next);
    now.current.text = next;
    isUnsaved.current = true;
    keep(roomId, now.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save.current(), next === '' ? 0 : PAUSE_MS);
  };
  return [text, set];
}
