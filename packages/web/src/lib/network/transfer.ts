import { isReplaced } from '#lib/navigation/replaced-document.ts';

export type Request = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData | Blob | string | null;
  signal?: AbortSignal | undefined;
  onProgress?: ((part: number) => void) | undefined;
};
export type Answer = { status: number; text: string; header(name: string): string | null };

/**
 * Sends a request. An upload whose progress is shown uses XMLHttpRequest, because fetch does not
 * report how much has been sent. A document that is being replaced sends nothing and gets no
 * answer.
 */
export async function send(request: Request): Promise<Answer> {
  const { method, url, headers, body, signal, onProgress } = request;
  if (isReplaced()) return new Promise(() => {});
  if (onProgress !== undefined) return upload(request);
  const response = await fetch(url, {
    method,
    headers,
    body,
    signal: signal ?? null,
    credentials: 'same-origin',
  });
  return {
    status: response.status,
    text: await response.text(),
    header: (name) => response.headers.get(name),
  };
}

function upload({ method, url, headers, body, signal, onProgress }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => reject(new TypeError('network'));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(body);
  });
}
