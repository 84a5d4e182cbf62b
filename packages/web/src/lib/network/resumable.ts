import type { ErrorBody } from '@respa/contract/app-errors';
import { UPLOADS_PATH, type UploadPurpose } from '@respa/contract/uploads';
import { ApiError } from './call.ts';
import { connectionFailed, connectionWorks } from './connection.ts';
import { refreshSession } from '#lib/member/session-renewal.ts';
import { getSession } from './session.ts';
import { send, type Answer, type Request } from './transfer.ts';

/** The bytes sent in one request. A token that is renewed meanwhile is used by the next request. */
const PART_BYTES = 16 * 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };

const coded = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

type Ask = Pick<Request, 'method' | 'url'> & {
  headers?: Record<string, string>;
  body?: Blob;
  signal?: AbortSignal | undefined;
  onProgress?: (part: number) => void;
};
async function ask({ headers = {}, body, ...rest }: Ask): Promise<Answer> {
  const once = async () => {
    const token = getSession()?.token;
    try {
      const answer = await send({
        ...rest,
        body: body ?? null,
        headers: {
          ...TUS,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      connectionWorks();
      return { answer, token };
    } catch (error) {
      if (rest.signal?.aborted === true || (error as Error).name === 'AbortError') throw error;
      connectionFailed();
      throw ApiError.offline();
    }
  };
  const first = await once();
  if (first.answer.status !== 401) return first.answer;
  if (getSession()?.token === first.token) await refreshSession();
  return (await once()).answer;
}
function refusalOf({ status, text }: Answer): ApiError {
  try {
    return new ApiError(status, JSON.parse(text) as ErrorBody);
  } catch {
    return new ApiError(status, {});
  }
}

export type Resumable = {
  file: File;
  purpose: UploadPurpose;
  /** The address of an earlier attempt. */
  address: string | null;
  onAddress: (address: string) => void;
  /** The uploaded share of all bytes, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a file by the resumable upload protocol (tus) and continues where an earlier attempt
 * stopped. Returns the id by which a call uses the upload.
 * Throws `ApiError`, also when offline. It may then be called again with the address passed to
 * `onAddress`.
 */
export async function sendResumable({
  file,
  purpose,
  address: earlier,
  onAddress,
  onProgress,
  signal,
}: Resumable): Promise<string> {
  const found = earlier === null ? null : await findOffset(earlier, signal);
  let address = earlier;
  let offset = found ?? 0;
  if (address === null || found === null) {
    const answer = await ask({
      method: 'POST',
      url: UPLOADS_PATH,
      signal,
      headers: {
        'upload-length': String(file.size),
        'upload-metadata': `purpose ${coded(purpose)},filename ${coded(file.name)}`,
      },
    });
    const location = answer.header('location');
    if (answer.status !== 201 || location === null) throw refusalOf(answer);
    address = location;
    offset = 0;
    onAddress(address);
  }
  const tell = (bytes: number) => onProgress(file.size === 0 ? 1 : bytes / file.size);
  tell(offset);
  while (offset < file.size) {
    const part = file.slice(offset, offset + PART_BYTES);
    const before = offset;
    const answer = await ask({
      method: 'PATCH',
      url: address,
      body: part,
      signal,
      headers: {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      onProgress: (share) => tell(before + share * part.size),
    });
    // 408: the connection was slower than the server waits for; what has arrived is kept.
    if (answer.status === 409 || answer.status === 408) {
      const there = await findOffset(address, signal);
      if (there === null || (answer.status === 408 && there <= before)) throw refusalOf(answer);
      offset = there;
      continue;
    }
    if (answer.status !== 204) throw refusalOf(answer);
    offset = Number(answer.header('upload-offset'));
    tell(offset);
  }
  return address.split('/').at(-1)!;
}

/** Returns how many bytes the server has received, or null if it no longer knows the upload. */
async function findOffset(address: string, signal: AbortSignal): Promise<number | null> {
  const answer = await ask({ method: 'HEAD', url: address, signal });
  if (answer.status === 404 || answer.status === 410) return null;
  if (answer.status !== 200) throw refusalOf(answer);
  return Number(answer.header('upload-offset'));
}

/** Cancels an upload. If the server cannot be reached, the upload expires there by itself. */
export const callOff = (address: string): Promise<unknown> =>
  ask({ method: 'DELETE', url: address }).catch(() => {});
