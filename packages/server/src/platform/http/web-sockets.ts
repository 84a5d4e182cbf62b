import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { appError } from '@respa/contract/app-errors';

/** `accept` leaves the end of the connection to who has accepted it. */
type Upgrade = { socket: Duplex; head: Buffer; accept(): void };
const upgrades = new WeakMap<IncomingMessage, Upgrade>();
/** Requests that ask for another protocol are answered as if they did not. */
export const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Passes requests for a WebSocket to the routes, so that they are checked, timed and refused like
 * all others. A route takes one with `acceptWebSocket`; what any other answers ends the connection.
 */
export function routeUpgrades(http: FastifyInstance): void {
  // The HTTP server has let them go: it neither times them out nor ends them when it stops.
  const open = new Set<Duplex>();
  http.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A connection that breaks now is nobody's error.
    socket.on('error', () => {});
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const response = new ServerResponse(request);
    response.assignSocket(socket as Socket);
    response.shouldKeepAlive = false;
    // Not only the own half of it: the client may never close the other one.
    response.once('finish', () => (socket as Socket).destroySoon());
    upgrades.set(request, { socket, head, accept: () => void open.delete(socket) });
    http.routing(request, response);
  });
}

/**
 * Turns a request into a WebSocket that takes messages of up to `maxBytes`. Throws `bad_input` if
 * it does not ask for one. Pages of other sites get `forbidden`: browsers let them connect
 * anywhere.
 */
export function acceptWebSocket(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, maxBytes }: { origin: string; maxBytes: number },
): Promise<WebSocket> {
  const upgrade = upgrades.get(request.raw);
  if (upgrade === undefined) throw appError('bad_input');
  if (request.headers.origin !== origin) throw appError('forbidden');
  const { socket, head } = upgrade;
  upgrade.accept();
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxBytes,
  });
  reply.hijack();
  reply.raw.detachSocket(socket as Socket);
  return new Promise((resolve, reject) => {
    // A handshake that is wrong is answered, and the connection ended.
    socket.once('close', () => reject(appError('bad_input')));
    sockets.handleUpgrade(request.raw, socket, head, resolve);
  });
}
