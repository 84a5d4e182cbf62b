import { VIDEOHOST } from '@respa/contract/limits';
import { FILM_BYTES, type Category, type VideoAudience } from '@respa/contract/videohost';
import { Fault, fault } from '@respa/contract/faults';
import type { Ground } from '#platform/ground.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#platform/serve.ts';
import { discardStaged, type StagedFile } from '#platform/staging.ts';
import {
  discardPrepared,
  dropUpload,
  eraseFilmMetadata,
  inspectFilm,
  keepPrepared,
  pictureOf,
  prepareFile,
  preparePictures,
  registerPurpose,
  takeUpload,
  useUpload,
  type Prepared,
} from '#features/media/service.ts';
import { insertObject } from '#features/reactions/service.ts';
import { findOwned, pickHelped } from './channel-queries.ts';
import { getStanding, lockStanding } from './channels.ts';
import { assertMay } from './policy.ts';
import type { ShownVideo } from './present.ts';
import { findVideo, insertVideo } from './video-queries.ts';
import { getVideo, PREVIEWS, recount, tellLater, VIDEOS } from './videos.ts';

const MIME = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
} as const;
const BAD_FILM: ReadonlySet<string> = new Set(['bad_type', 'needs_encoder']);
const MOST = { pixels: VIDEOHOST.pixels, seconds: VIDEOHOST.seconds };

/** Who may begin a resumable upload of a video: whoever has a channel to put it into. What was begun and not published is bounded. */
export function admitFilms(ground: Ground): void {
  registerPurpose(ground, 'video', async (tx, viewer, bytes, waiting) => {
    if (bytes > FILM_BYTES) throw fault('too_large');
    if (
      (await findOwned(tx, viewer.id)) === undefined &&
      (await pickHelped(tx, viewer.id)).length === 0
    )
      throw fault('no_channel');
    if (waiting + bytes > VIDEOHOST.waiting) throw fault('films_waiting');
  });
}

export type Sent = {
  title: string;
  description?: string;
  category?: Category;
  audience?: VideoAudience;
  preview: StagedFile[];
  /** Bytes of the form, or the id of a finished upload. */
  film: StagedFile | string;
  /** A channel that the caller helps; without one it is the caller's own. */
  channel?: string;
};
/**
 * Puts a video into a channel. An MP4 that browsers play can be watched as soon as this is done; anything else, and the other qualities, wait for the encoder.
 * Throws `no_channel`, `not_found`, `forbidden`, `bad_type`, `needs_encoder`, `too_large`, `no_space`, `upload_lost`, `upload_unfinished`.
 */
export async function publishVideo(
  ground: Ground,
  viewer: Viewer,
  given: Sent,
): Promise<ShownVideo> {
  const channelId = given.channel ?? (await findOwned(ground.db, viewer.id));
  if (channelId === undefined) throw fault('no_channel');
  const channel = await getStanding(ground, viewer, channelId);
  assertMay(viewer, channel, 'upload');
  const hasEncoder = await ground.jobs.isDone(ground.db, 'videos.process');
  const staged =
    typeof given.film === 'string'
      ? await takeUpload(ground, viewer, given.film, 'video')
      : given.film;
  const id = newId();
  const prepared: Prepared[] = [];
  try {
    const film = await inspectFilm(staged.path, staged.filename, MOST);
    if (!film.plays && !hasEncoder) throw fault('needs_encoder');
    const [preview] = await preparePictures(ground, given.preview, PREVIEWS);
    if (preview !== undefined) prepared.push(preview);
    await eraseFilmMetadata(staged.path, film);
    const source: Prepared = {
      ...(await prepareFile(ground, staged, VIDEOS, {
        extension: film.container === 'mkv' || film.container === 'mov' ? 'bin' : film.container,
        mime: MIME[film.container],
      })),
      width: film.width,
      height: film.height,
      duration: film.duration,
      kind: 'video',
    };
    prepared.push(source);
    await keepPrepared(
      ground,
      prepared.splice(0),
      { ownerId: channel.admin_id, scopeId: id },
      async (tx) => {
        const now = await lockStanding(tx, viewer, channelId);
        assertMay(viewer, now, 'upload');
        if (typeof given.film === 'string') await useUpload(ground, tx, given.film);
        await insertVideo(tx, {
          id,
          channel_id: channelId,
          owner_id: now.admin_id,
          author_id: viewer.id,
          title: given.title,
          description: given.description ?? '',
          category: given.category ?? now.category,
          preview: preview === undefined ? null : pictureOf(preview),
          is_preview_chosen: preview !== undefined,
          source: source.name,
          container: film.container,
          plays: film.plays,
          width: film.width,
          height: film.height,
          duration: film.duration,
          state: film.plays ? 'ready' : 'processing',
          ladder: hasEncoder ? 'waiting' : 'none',
          audience: given.audience ?? 'all',
        });
        await insertObject(tx, id, 'video', now.admin_id);
        const made = (await findVideo(tx, id))!;
        await recount(tx, { ...made, listed: false }, made);
        await tellLater(ground, tx, made);
        if (hasEncoder)
          await ground.jobs.add(
            tx,
            'videos.process',
            { id },
            { key: `videos.process:${id}`, queue: 'videos.process', attempts: 3 },
          );
        return id;
      },
    );
  } catch (error) {
    if (typeof given.film === 'string' && error instanceof Fault && BAD_FILM.has(error.code))
      await dropUpload(ground, given.film);
    throw error;
  } finally {
    await discardPrepared(ground, prepared);
    if (typeof given.film === 'string') await discardStaged([staged]);
  }
  return getVideo(ground, viewer, id);
}
