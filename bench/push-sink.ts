import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push service that accepts everything and counts it. */
let count = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    count += 1;
    response.writeHead(201).end();
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);
process.on('message', () => process.send!({ count }));
process.on('disconnect', () => process.exit(0));
