import type { QueryClient } from '@tanstack/react-query';
import * as videohost from '@respa/contract/videohost';
import { call } from '#lib/network/call.ts';
import { sendInParts } from '#lib/uploads/upload-queue.ts';
import type { UploadSender } from '#lib/uploads/upload-senders.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { hostKey } from '../api.ts';
import { textOf, type VideoInput } from './editing-api.ts';

/** What is published once the file is uploaded. */
export type Publication = VideoInput & { channel: string };
declare module '#lib/uploads/upload-queue.ts' {
  interface UploadData {
    /** Null until the member publishes the video. */
    video: { publication: Publication | null };
  }
}

/**
 * Uploads a video and publishes it as soon as it is requested, whichever page the member is on by
 * then. The key of the upload makes it one video.
 */
export const makeVideoUploads = (queries: QueryClient): UploadSender<'video'> => ({
  pick: (waiting) => waiting.slice(0, 1),
  async send([upload], signal) {
    const id = await sendInParts(upload!, signal);
    const { publication } = upload!.data;
    if (publication === null) return 'ready';
    const { channel, preview, ...words } = publication;
    const { video } = await call(videohost.createVideo, {
      key: upload!.key,
      body: { ...textOf(words), channel, upload: id },
      files: preview === null ? {} : { preview: [preview] },
      signal,
    });
    showToast(video.state === 'ready' ? 'Видео опубликовано' : 'Видео загружено и обрабатывается', {
      tone: 'good',
    });
    void queries.invalidateQueries({ queryKey: hostKey });
    return 'done';
  },
});
