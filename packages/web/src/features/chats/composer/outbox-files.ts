import { createFileStore } from '#lib/file-store.ts';
import type { Voice } from '../voice-messages/voice-recorder.ts';

/** The attachments of a message. */
export type Outgoing = { pictures: File[]; videos: File[]; voice: Voice | null };
export const NO_FILES: Outgoing = { pictures: [], videos: [], voice: null };
export const countFiles = ({ pictures, videos, voice }: Outgoing): number =>
  pictures.length + videos.length + (voice === null ? 0 : 1);

// Texts are in localStorage, which can be read synchronously.
/** Stores the files of messages until they are sent. */
export const {
  keep: keepFiles,
  find: findFiles,
  drop: dropFiles,
} = createFileStore<Outgoing>('respa.outbox');
