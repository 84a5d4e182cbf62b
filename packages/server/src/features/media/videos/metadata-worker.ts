// Runs in its own thread, started by metadata.ts; sends one reply and exits.
import { open, type FileHandle } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@respa/contract/app-errors';
import { findFlacPatches, findMp3Patches, findWavPatches } from './audio-metadata.ts';
import { damagedVideo } from '../refusals.ts';
import { MOST_PATCHES, type Format, type MetadataReply, type MetadataRequest } from './metadata.ts';
import { findMp4Patches } from './mp4-metadata.ts';
import { findOggPatches } from './ogg-metadata.ts';
import { inOrder, onlyChanges, readerOf, writePatches, type Patch } from './patches.ts';
import { findWebmPatches } from './webm-metadata.ts';

async function find(file: FileHandle, format: Format): Promise<Patch[]> {
  const { size } = await file.stat();
  const read = readerOf(file);
  switch (format) {
    case 'mp4':
    case 'mov':
    case 'm4a':
      return findMp4Patches(file);
    case 'mp3':
      return findMp3Patches(read, size);
    case 'flac':
      return findFlacPatches(read, size);
    case 'wav':
      return findWavPatches(read, size);
    case 'ogg':
      return findOggPatches(read, size);
    case 'webm':
      return findWebmPatches(read, size);
  }
}

const { path, format, isApplied } = workerData as MetadataRequest;
const reply: MetadataReply = { refusal: null, patches: [] };
const file = await open(path, isApplied ? 'r+' : 'r');
try {
  const patches = inOrder(await find(file, format));
  if (isApplied) await writePatches(file, patches);
  else {
    reply.patches = await onlyChanges(readerOf(file), patches);
    if (reply.patches.length > MOST_PATCHES) throw damagedVideo();
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  reply.refusal = error.message;
  reply.patches = [];
} finally {
  await file.close();
}
parentPort?.postMessage(reply);
