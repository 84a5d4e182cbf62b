import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as push from '@respa/contract/push';
import { HIDDEN_TAGS, isNoticeTag, roomTag } from '@respa/contract/push-tags';
import { useUnreadNotifications } from '#features/notifications/parts.ts';
import { call } from '#lib/network/call.ts';
import { useLive, type StreamedEvent } from '#lib/network/live.ts';
import { keepAlive } from './this-device.ts';

/** What the worker tells this page: worker/messages.ts. */
type FromWorker = { type: 'open'; path: string } | { type: 'reply-kept' };

/** Closes what this device shows of the tags. */
async function close(isOver: (tag: string) => boolean): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications?.()) ?? [])
    if (isOver(shown.tag)) shown.close();
}
const closeRoom = (roomId: string) =>
  void close((tag) => [roomTag(roomId), HIDDEN_TAGS.message].includes(tag)).catch(() => {});
function handle(event: StreamedEvent): void {
  if (event.type === 'push-check' && document.visibilityState === 'visible')
    void call(push.shown, { body: { check: event.check } }).catch(() => {});
  if (event.type === 'room-read') closeRoom(event.roomId);
  // Answered or declined elsewhere, it would go on saying that someone calls. A missed call
  // replaces it.
  if (event.type === 'voice-ring-ended' && ['answered', 'declined'].includes(event.reason))
    closeRoom(event.roomId);
}

/**
 * Connects a page with the notifications on this device: says whether the page shows what is new,
 * goes where a pressed notification leads, and closes notifications of what was read meanwhile.
 */
export function PushHost() {
  const navigate = useNavigate();
  const roomId = /^\/(?:messages|chat)\/([^/]+)/.exec(useLocation().pathname)?.[1];
  useEffect(() => {
    // It may have been read before this part of the page was loaded.
    if (roomId !== undefined) closeRoom(roomId);
  }, [roomId]);
  useLive(handle);
  const unread = useUnreadNotifications();
  const before = useRef(unread);
  useEffect(() => {
    if (before.current > 0 && unread === 0) void close(isNoticeTag).catch(() => {});
    before.current = unread;
  }, [unread]);
  useEffect(() => void keepAlive().catch(() => {}), []);
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data, ports }: MessageEvent<FromWorker>) => {
      if (data.type !== 'open') return;
      ports[0]?.postMessage('shown');
      void navigate(data.path);
    };
    workers?.addEventListener('message', hear);
    return () => workers?.removeEventListener('message', hear);
  }, [navigate]);
  return null;
}
