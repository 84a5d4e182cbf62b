import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { FormLimits } from '../../../packages/server/src/platform/storage/form-files.ts';
import {
  receiveForm,
  type ReceivedForm,
} from '../../../packages/server/src/platform/storage/receive-form.ts';

export const BOUNDARY = 'xxBOUNDARYxx';
type Reply = { status: number; text: string };
/** What came of the last form: its contents, or the error. */
type Outcome = { form?: ReceivedForm; contents?: string[]; error?: { code?: string } };
export type FormServer = {
  /** The folder that receives the files; a test may name another one. */
  dir: string;
  readonly address: string;
  /** What the next form may hold. Each test begins with five pictures and one recording. */
  limits: Omit<FormLimits, 'stagingDir'>;
  readonly last: Outcome;
  /** Resolves when the first form of the test was received or refused. */
  readonly settled: Promise<void>;
  send(body: string | Buffer<ArrayBuffer>, headers?: Record<string, string>): Promise<Reply>;
  sendParts(...parts: string[]): Promise<Reply>;
  sendForm(form: FormData): Promise<Reply>;
};

/** Starts a server that receives forms, for a test file; call it at the top level. */
export async function openFormServer(): Promise<FormServer> {
  const dir = await mkdtemp(join(tmpdir(), 'respa-staging-'));
  let last: Outcome = {};
  let settled = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    receiveForm(request, { ...forms.limits, stagingDir: forms.dir }).then(
      async (form) => {
        const staged = Object.values(form.files).flat();
        last = {
          form,
          contents: await Promise.all(staged.map((file) => readFile(file.path, 'latin1'))),
        };
        await form.discard();
        response.end('ok');
        settled.resolve();
      },
      (error) => {
        last = { error };
        response.writeHead(error.code === undefined ? 500 : 400).end(String(error.code));
        settled.resolve();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const post = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const answer = await fetch(address, { method: 'POST', body: body!, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const forms: FormServer = {
    dir,
    address,
    limits: { files: {} },
    get last() {
      return last;
    },
    get settled() {
      return settled.promise;
    },
    send: (body, headers = {}) =>
      post(body, { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers }),
    sendParts: (...parts) =>
      forms.send(Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`, 'utf8')),
    sendForm: (form) => post(form),
  };
  beforeEach(() => {
    last = {};
    settled = Promise.withResolvers();
    forms.limits = {
      files: { image: { count: 5, maxBytes: 1000 }, audio: { count: 1, maxBytes: 100 } },
    };
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true });
  });
  return forms;
}
/** Returns one part of a form, of a type if one is given. */
export function part(disposition: string, body: string, type?: string): string {
  const typeLine = type ? `Content-Type: ${type}\r\n` : '';
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n${body}\r\n`;
}
/** Returns a form with so many pictures of so many bytes. */
export function picturesForm(
  count: number,
  bytes: number,
  name = (i: number): string => `image${i}`,
): FormData {
  const form = new FormData();
  for (let i = 0; i < count; i += 1)
    form.append(name(i), new Blob([Buffer.alloc(bytes, String(i))]), `${i}.png`);
  return form;
}
