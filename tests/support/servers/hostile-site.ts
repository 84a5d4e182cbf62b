import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Page = (request: IncomingMessage, response: ServerResponse) => void;
export type HostileSite = {
  port: number;
  /** The paths that were requested, in order. */
  requests: string[];
  /** Returns an address of the site under a name. */
  at: (path: string, host?: string) => string;
  /** The response of each path; any other path is a 404. */
  pages: Record<string, Page>;
  stop(): Promise<void>;
};

/** Starts another site on 127.0.0.1 or ::1, whose pages the test writes. */
export async function startHostileSite(
  pages: Record<string, Page> = {},
  address = '127.0.0.1',
): Promise<HostileSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    // A client that leaves is no failure of the test.
    response.on('error', () => {});
    const page = pages[(request.url ?? '').split('?')[0]!];
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  });
  await new Promise<void>((done) => {
    server.listen(0, address, done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    at: (path, host = 'site.example') => `http://${host}:${port}${path}`,
    pages,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
/** Returns a page with this HTML. */
export const html =
  (text: string | Buffer, headers: Record<string, string> = {}): Page =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);
/** Returns a page that sends the reader elsewhere. */
export const redirect =
  (location: string): Page =>
  (_, response) =>
    response.writeHead(302, { location }).end();
