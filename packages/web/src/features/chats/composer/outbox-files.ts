import { makeKeptFiles } from '#lib/kept-files.ts';
import type { Voice } from '../voice-messages/voice-recorder.ts';

/** What goes with a message. */
export type Outgoing = { pictures: File[]; videos: File[]; voice: Voice | null };
export const NO_FILES: Outgoing = { pictures: [], videos: [], voice: null };
export const countFiles = ({ pictures, videos, voice }: Outgoing): number =>
  pictures.length + videos.length + (voice === null ? 0 : 1);

// Texts lie in localStorage, which is read at once.
/** The files of messages until they are sent. */
export const {
  keep: keepFiles,
  find: findFiles,
  drop: dropFiles,
} = makeKeptFiles<Outgoing>('respa.outbox');
