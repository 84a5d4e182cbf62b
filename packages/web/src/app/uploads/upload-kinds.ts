import { registerUploads } from '#lib/uploads/upload-senders.ts';
import { queries } from '../queries.ts';

/**
 * Says which code sends which uploads. Each is a chunk of its own: a dynamic import of `parts.ts`
 * would keep the whole feature in the frame.
 */
export function registerUploadKinds(): void {
  registerUploads('cloud', async () => (await import('./cloud-uploads.ts')).cloudUploads);
  registerUploads('video', async () =>
    (await import('./video-uploads.ts')).makeVideoUploads(queries),
  );
}
