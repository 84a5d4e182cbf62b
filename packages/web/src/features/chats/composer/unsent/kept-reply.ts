import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { requestLock } from '#lib/browser/locks.ts';
import { createFileStore } from '#lib/member/file-store.ts';

/** Replies from notifications that were not sent, by room: worker/push.ts stores them. */
const store = createFileStore<string>('respa.replies');
const WRITE = '?write';

/** Returns what waits for a room, and forgets it. Only one of several tabs gets it. */
const takeReply = (roomId: string): Promise<string | undefined> =>
  requestLock('respa.replies', {}, async () => {
    const reply = await store.find(roomId);
    if (reply !== undefined) await store.drop(roomId);
    return reply;
  });

type Writing = { text: string; type: (text: string) => void; area: RefObject<HTMLElement | null> };
/**
 * Puts a reply from a notification that was not sent into the field, below what was typed, and
 * focuses the field for a member who pressed «Ответить».
 */
export function useKeptReply(roomId: string, { text, type, area }: Writing): void {
  const latest = useRef({ text, type });
  useEffect(() => {
    latest.current = { text, type };
  });
  useEffect(() => {
    const take = async () => {
      const reply = await takeReply(roomId);
      if (reply === undefined) return;
      const { text: typed, type: put } = latest.current;
      put(typed === '' ? reply : `${typed}\n${reply}`);
    };
    const hear = ({ data }: MessageEvent<{ type: string; roomId?: string }>) => {
      if (data.type === 'reply-kept' && data.roomId === roomId) void take();
    };
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    void take();
    workers?.addEventListener('message', hear);
    return () => workers?.removeEventListener('message', hear);
  }, [roomId]);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search !== WRITE) return;
    area.current?.focus();
    void navigate(pathname, { replace: true });
  }, [search, pathname, navigate, area]);
}
