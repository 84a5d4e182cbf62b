// Runs in its own thread, started by documents.ts; sends one answer and exits.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { firstCharacters, isLonger } from '@respa/contract/characters';
import WordExtractor from 'word-extractor';
import type { DocumentRequest } from './documents.ts';
import { READY } from '../worker-thread.ts';
import { readDocx } from './docx.ts';
import { readRtf } from './rtf.ts';

const { path, type, unpacked, characters } = workerData as DocumentRequest;
const READERS: Readonly<Record<DocumentRequest['type'], () => Promise<string | null>>> = {
  docx: () => readDocx(path, unpacked),
  doc: async () => (await new WordExtractor().extract(await readFile(path))).getBody(),
  rtf: async () => readRtf(await readFile(path, 'latin1')),
};
parentPort?.postMessage(READY);
const text = await READERS[type]();
parentPort?.postMessage(
  text === null
    ? null
    : { text: firstCharacters(text, characters), isCut: isLonger(text, characters) },
);
