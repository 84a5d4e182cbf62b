// The least that forwards audio with the same library: a packet is copied once, given another
// source and sent to everyone else. Neither limits nor slots nor numbers without gaps.
import { createServer } from 'node:http';
import library from 'node-datachannel';
import { openPeer, type Peer } from '../packages/server/src/platform/voice/peer.ts';
import { readOffer, writeAnswer } from '../packages/server/src/platform/voice/sdp.ts';

const HERE = { addresses: ['127.0.0.1'], port: Number(process.env['BARE_PORT']) };
const SOURCES = [1, 2, 3, 4, 5, 6, 7, 8];
const peers: Peer[] = [];
let packetsOut = 0;
async function open(sdp: string): Promise<string> {
  const slot = peers.length % SOURCES.length;
  const peer: Peer = await openPeer(readOffer(sdp), HERE, {
    onPacket(packet) {
      const copy = Buffer.from(packet);
      copy.writeUInt32BE(SOURCES[slot]!, 8);
      for (const other of peers) if (other !== peer && other.send(slot, copy)) packetsOut += 1;
    },
    onReport: () => {},
    onUp: () => {},
    onGone: () => {},
  });
  peers.push(peer);
  return writeAnswer(peer.sdp, HERE, SOURCES);
}

library.initLogger('Error', () => {});
const http = createServer((request, answer) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    void open(Buffer.concat(parts).toString()).then((sdp) => answer.end(sdp));
  });
}).listen(0, '127.0.0.1', () => {
  process.send!({ port: (http.address() as { port: number }).port });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMicros: user + system, packetsOut });
});
process.on('disconnect', () => process.exit(0));
