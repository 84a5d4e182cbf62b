import { UPLOADS_PATH } from '@respa/contract/uploads';
import type { Caller } from '../driver.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const coded = (text: string) => Buffer.from(text).toString('base64');

/** Starts a resumable upload as the protocol says. The response's `location` is its address. */
export const beginUpload = (
  who: Caller,
  bytes: number | string,
  metadata: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${who.url}${UPLOADS_PATH}`, {
    method: 'POST',
    headers: {
      ...who.headers(),
      ...TUS,
      'upload-length': String(bytes),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${coded(value)}`)
        .join(','),
      ...headers,
    },
  });
export const sendPart = (
  who: Caller,
  address: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
): Promise<Response> =>
  fetch(`${who.url}${address}`, {
    method: 'PATCH',
    headers: {
      ...who.headers(),
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: part,
  });
export const askUpload = (
  who: Caller,
  address: string,
  method: 'HEAD' | 'DELETE' = 'HEAD',
): Promise<Response> =>
  fetch(`${who.url}${address}`, { method, headers: { ...who.headers(), ...TUS } });
/** Returns how many bytes the server has received. */
export const offsetOf = async (who: Caller, address: string): Promise<number> =>
  Number((await askUpload(who, address)).headers.get('upload-offset'));
export const idOf = (address: string): string => address.split('/').at(-1)!;
