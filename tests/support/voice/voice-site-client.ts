import { once } from 'node:events';
import { WebSocket } from 'ws';
import { packSent, readHeard, voiceSitePath } from '@respa/contract/voice-site';
import type { VoiceSiteEntry } from '@respa/contract/voice-site-messages';
import { newId } from '../../../packages/server/src/platform/runtime/ids.ts';
import type { Caller } from '../driver.ts';

/** The address that the servers of tests are said to have. */
const ORIGIN = 'http://respa.test';

export type SiteSocket = {
  socket: WebSocket;
  /** What the server has sent as text. */
  texts: string[];
  /** What it has sent as frames: the number of the speaker and the payload of each. */
  heard: string[];
  /** Resolves with the code of the end. */
  ended: Promise<number>;
};
/** Connects a page to a room through the site. Throws with the status of a refusal. */
export async function openSiteSocket(
  url: string,
  roomId: string,
  { origin = ORIGIN }: { origin?: string } = {},
): Promise<SiteSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api${voiceSitePath(roomId)}`, {
    headers: origin === '' ? {} : { origin },
  });
  const page = { socket, texts: [] as string[], heard: [] as string[] };
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) page.texts.push(data.toString());
    else {
      const { speaker, payload } = readHeard(data)!;
      page.heard.push(`${speaker} ${Buffer.from(payload).toString()}`);
    }
  });
  const ended = new Promise<number>((done) => {
    socket.once('close', done);
  });
  await once(socket, 'open');
  return { ...page, ended };
}
/** Enters a room through the site. Throws with the code of a refusal. */
export async function enterThroughSite(
  who: Caller,
  roomId: string,
  clientId: string = newId(),
  also: { isCalling?: boolean } = {},
) {
  const page = await openSiteSocket(who.url, roomId);
  const { socket, texts, heard, ended } = page;
  socket.send(JSON.stringify({ token: who.token, clientId, ...also }));
  await Promise.race([once(socket, 'message'), ended]);
  const entry = JSON.parse(texts[0] ?? '{}') as VoiceSiteEntry & { code?: string };
  if (entry.number === undefined) throw new Error(entry.code ?? 'ended');
  let sequence = 0;
  return {
    ...page,
    received: heard,
    number: entry.number,
    room: entry.room,
    clientId,
    say(word: string) {
      sequence += 1;
      const payload = Buffer.from(word);
      socket.send(packSent({ sequence, timestamp: sequence * 960, level: 10, payload }));
    },
    close: () => socket.close(),
  };
}
export type SiteClient = Awaited<ReturnType<typeof enterThroughSite>>;
