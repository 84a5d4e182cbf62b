import { createFileStore } from '#lib/member/file-store.ts';
import type { Voice } from '../../voice-messages/voice-recorder.ts';

/** The attachments of a message. */
export type Outgoing = {
  pictures: File[];
  videos: File[];
  voice: Voice | null;
  /** Files of any type. */
  documents: File[];
};
export const NO_FILES: Outgoing = { pictures: [], videos: [], voice: null, documents: [] };
export const countFiles = ({ pictures, videos, voice, documents }: Outgoing): number =>
  pictures.length + videos.length + documents.length + (voice === null ? 0 : 1);

// Texts are in localStorage, which can be read synchronously.
/** Stores the files of messages until they are sent. */
export const {
  keep: keepFiles,
  find: findFiles,
  drop: dropFiles,
} = createFileStore<Outgoing>('respa.outbox');
