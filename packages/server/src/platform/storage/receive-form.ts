import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { appError } from '@respa/contract/app-errors';
import { drain, makeFormBody } from './form-body.ts';
import { asFormError, makeFormFiles, type FormLimits } from './form-files.ts';
import type { StagedFile } from './staging.ts';

const MOST_FIELDS = 20;
const MOST_PARTS = 25;
const FIELD_BYTES = 64 * 1024;
const HEADER_BYTES = 16 * 1024;

export interface ReceivedForm<Slot extends string = string> {
  /** Without a prototype, so that a field named `constructor` is an ordinary field. */
  fields: Record<string, string>;
  /** Every slot has its list, in the order of the parts' numbers. */
  files: Record<Slot, StagedFile[]>;
  /**
   * Removes what is still in staging. Call it in `finally`: files that were stored meanwhile are
   * not touched.
   */
  discard(): Promise<void>;
}

/**
 * Receives a multipart body: fields in memory, files in staging, flushed to disk when the promise
 * resolves.
 * A part goes to the slot of exactly its name, otherwise to that of its name without trailing
 * digits. File parts without a slot are read and
 * discarded (they count in `totalBytes`), and so is an empty file input of a browser form (no name,
 * no bytes).
 *
 * Nothing stays in staging when it throws: `too_large` (a file, all of them, a field), the slot's
 * `tooMany` (`too_many_files` by
 * default), `no_space`, `too_slow`, `bad_multipart`
 * (not multipart, cut off, more than 20 fields or 25 parts, a duplicate field, NUL in a field). The
 * rest of a rejected body is read
 * and discarded in the background, within limits, so that the client can still read the response.
 */
export async function receiveForm<Slot extends string>(
  request: IncomingMessage,
  limits: FormLimits<Slot>,
): Promise<ReceivedForm<Slot>> {
  const slots = Object.values<FormLimits['files'][string]>(limits.files);
  const totalBytes =
    limits.totalBytes ?? slots.reduce((sum, slot) => sum + slot.count * slot.maxBytes, 0);
  const fieldBytes = limits.fieldBytes ?? FIELD_BYTES;
  const bodyBytes = totalBytes + MOST_FIELDS * fieldBytes + (MOST_PARTS + 1) * HEADER_BYTES;
  const parser = startParser(request, fieldBytes);
  if (parser === null || Number(request.headers['content-length']) > bodyBytes) {
    drain(request);
    throw appError(parser === null ? 'bad_multipart' : 'too_large');
  }

  const { promise, resolve, reject } = Promise.withResolvers<ReceivedForm<Slot>>();
  const fields: Record<string, string> = Object.create(null);
  let isSettled = false;
  const settle = () => {
    isSettled = true;
    body.stop();
  };
  const refuse = (error: unknown) => {
    if (isSettled) return;
    settle();
    const aborted = files.abort();
    drain(request);
    void aborted.then(() => reject(error), reject);
  };
  const files = makeFormFiles(limits, { totalBytes, mostParts: MOST_PARTS }, refuse);
  const body = makeFormBody(request, parser, bodyBytes, refuse);

  gatherFields(parser, fields, { isSettled: () => isSettled, refuse });
  parser.on(
    'file',
    (part: string | undefined, stream, filename: string | undefined, _encoding, declaredType) => {
      stream.on('error', (error) => refuse(asFormError(error)));
      if (isSettled) stream.resume();
      else files.receive(stream, { part: part ?? '', filename: filename ?? '', declaredType });
    },
  );
  parser.on('finish', () => {
    files.written().then(
      () => {
        if (isSettled) return;
        settle();
        resolve({ fields, files: files.bySlot(), discard: files.discard });
      },
      () => undefined, // the write itself has rejected the form
    );
  });
  body.start();
  return promise;
}

/** Puts the fields of a form into `fields` as they arrive, and refuses what is no form. */
function gatherFields(
  parser: BusboyInstance,
  fields: Record<string, string>,
  { isSettled, refuse }: { isSettled: () => boolean; refuse: (error: unknown) => void },
): void {
  for (const event of ['error', 'partsLimit', 'fieldsLimit'] as const)
    parser.on(event, () => refuse(appError('bad_multipart')));
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (isSettled() || name === undefined || name === '__proto__') return;
    if (valueCut) return refuse(appError('too_large'));
    if (name in fields || name.includes('\0') || value.includes('\0'))
      return refuse(appError('bad_multipart'));
    fields[name] = value;
  });
}

/** Returns the parser of a multipart body, or null for any other body. */
function startParser(request: IncomingMessage, fieldBytes: number): BusboyInstance | null {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': type },
      limits: {
        fields: MOST_FIELDS,
        parts: MOST_PARTS,
        fieldSize: fieldBytes,
        headerPairs: 20,
        headerSize: HEADER_BYTES,
      },
    });
  } catch {
    return null;
  }
}
