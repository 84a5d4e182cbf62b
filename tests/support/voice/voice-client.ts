import library, { type PeerConnection, type Track } from 'node-datachannel';
import { parseRtp } from '../../../packages/server/src/platform/voice/rtp.ts';

/** The source of a listener's reports in Chromium. */
const LISTENER_SOURCE = 0xfa17_fa17;
/** How often a client reports, as a browser does, in ms. */
const REPORT_MS = 500;

/** Resolves when packets can be sent: a track opens a moment after its connection. */
export async function opened(track: Track): Promise<void> {
  while (!track.isOpen())
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}
/**
 * What a browser offers, made by the library: one audio stream to the server and eight from it. A
 * listener sends none.
 */
export async function makeVoiceClient(
  member: number,
  join: (offer: string) => Promise<string>,
  { isListener = false } = {},
) {
  const connection: PeerConnection = new library.PeerConnection(`client${member}`, {
    iceServers: [],
    disableAutoNegotiation: true,
  });
  const received: Buffer[] = [];
  const tracks: Track[] = [];
  const add = (mid: string, direction: 'SendOnly' | 'RecvOnly', ssrc?: number) => {
    const audio = new library.Audio(mid, direction);
    audio.addOpusCodec(111);
    if (ssrc !== undefined) audio.addSSRC(ssrc, 'client', 'client', 'client');
    const track = connection.addTrack(audio);
    track.onMessage((packet) => {
      if (direction === 'RecvOnly') received.push(Buffer.from(packet));
    });
    tracks.push(track);
  };
  const source = isListener ? LISTENER_SOURCE : 1_000 + member;
  if (!isListener) add('0', 'SendOnly', source);
  for (let slot = 1; slot <= 8; slot += 1) add(String(slot), 'RecvOnly');
  const up = new Promise<void>((done) => {
    connection.onStateChange((state) => {
      if (state === 'connected') done();
    });
  });
  const gathered = new Promise<void>((done) => {
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') done();
    });
  });
  connection.setLocalDescription('offer');
  await gathered;
  const offer = connection.localDescription()!.sdp;
  const answer = await join(offer);
  connection.setRemoteDescription(answer, 'answer');
  await up;
  await opened(tracks[0]!);
  // An empty receiver report (RFC 3550).
  const receiverReport = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 0]);
  receiverReport.writeUInt32BE(source, 4);
  const send = (packet: Buffer): void => {
    // A closed connection drops what is sent, as a browser does.
    if (!tracks[0]!.isOpen()) return;
    try {
      tracks[0]!.sendMessageBinary(packet);
    } catch {}
  };
  const reporting = setInterval(() => send(receiverReport), REPORT_MS);
  reporting.unref();
  let sequence = 0;
  return {
    answer,
    received,
    /** Stops reporting, as a browser that has vanished. */
    vanish: () => clearInterval(reporting),
    say(payload: string) {
      const packet = Buffer.alloc(12);
      packet[0] = 0x80;
      packet[1] = 111;
      packet.writeUInt16BE((sequence += 1), 2);
      packet.writeUInt32BE(sequence * 960, 4);
      packet.writeUInt32BE(1_000 + member, 8);
      send(Buffer.concat([packet, Buffer.from(payload)]));
    },
    send,
    close() {
      clearInterval(reporting);
      for (const track of tracks) track.close();
      connection.close();
    },
  };
}
export type VoiceClient = Awaited<ReturnType<typeof makeVoiceClient>>;
/** Returns what a client has heard: the number of the speaker and the payload of each packet. */
export const heardBy = ({ received }: { received: Buffer[] }) =>
  received.flatMap((packet) => {
    const header = parseRtp(packet);
    if (header === null || packet[1]! >= 192) return [];
    return [`${packet.readUInt32BE(12)} ${packet.subarray(header.start, header.end).toString()}`];
  });
