import { randomUUID } from 'node:crypto';
import type { Command, Report } from './messages.ts';

export type BridgeEvents = {
  /** A frame for the page, as `readHeard` reads it. */
  heard(frame: Uint8Array): void;
  /** The connection to the room has ended, but not by `close`. */
  gone(): void;
};
/** A connection to a room for a member who comes through the site. */
export type Bridge = {
  offer: string;
  /** Connects by the room's answer. Throws `BridgeLost` if that fails or takes too long. */
  connect(answer: string): Promise<void>;
  /** Says a frame as `packSent` writes it. Drops it if the process is behind. */
  send(frame: Uint8Array): void;
  close(): void;
};
export class BridgeLost extends Error {}
/** How long the way from this server to the room may take, in ms. */
const CONNECT_MS = 5_000;

type Ways = {
  ask(make: (ask: number) => Command): Promise<string>;
  tell(command: Command): void;
  /** Sends what may be dropped. */
  pass(command: Command): void;
};
type Known = BridgeEvents & { up(): void };
export type BridgeHost = {
  /** Returns a new bridge. Throws as `VoiceEngine.join` does. */
  open(events: BridgeEvents): Promise<Bridge>;
  /** Hears a report of the process; false if it is about something else. */
  hear(report: Report): boolean;
  /** The process has ended, and with it all bridges. */
  down(): void;
};

/** The bridges that the process which forwards audio holds for this server. */
export function makeBridgeHost({ ask, tell, pass }: Ways): BridgeHost {
  const known = new Map<string, Known>();
  const lose = (bridge: string) => {
    const found = known.get(bridge);
    known.delete(bridge);
    found?.gone();
  };
  return {
    async open(events) {
      const bridge = randomUUID();
      let up = () => {};
      const isUp = new Promise<void>((done) => {
        up = done;
      });
      known.set(bridge, { ...events, up });
      let offer: string;
      try {
        offer = await ask((number) => ({ type: 'bridge', ask: number, bridge }));
      } catch (error) {
        known.delete(bridge);
        tell({ type: 'bridgeClose', bridge });
        throw error;
      }
      return {
        offer,
        async connect(sdp) {
          const lost = new Promise<never>((_, reject) => {
            const fail = () => reject(new BridgeLost());
            const timer = setTimeout(fail, CONNECT_MS);
            void isUp.then(() => clearTimeout(timer));
            const found = known.get(bridge);
            if (found === undefined) fail();
            else
              known.set(bridge, {
                ...found,
                gone() {
                  clearTimeout(timer);
                  fail();
                  found.gone();
                },
              });
          });
          tell({ type: 'bridgeTake', bridge, sdp });
          await Promise.race([isUp, lost]);
        },
        send: (frame) => pass({ type: 'bridgeSend', bridge, frame }),
        close() {
          if (known.delete(bridge)) tell({ type: 'bridgeClose', bridge });
        },
      };
    },
    hear(report) {
      if (report.type === 'bridgeFrame') known.get(report.bridge)?.heard(report.frame);
      else if (report.type === 'bridgeUp') known.get(report.bridge)?.up();
      else if (report.type === 'bridgeGone') lose(report.bridge);
      else return false;
      return true;
    },
    down() {
      for (const bridge of known.keys()) lose(bridge);
    },
  };
}
