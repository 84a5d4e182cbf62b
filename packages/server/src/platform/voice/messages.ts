/** What the process is started with. */
export type VoiceSettings = {
  /** For UDP and TCP; 0 takes a free one. */
  port: number;
  /** Announced to browsers. */
  addresses: readonly string[];
  /** The share of one core from which no new rooms are taken. */
  maxLoad: number;
};
/** An offer of a client of a member, to show a screen in a room or to see the one shown there. */
export type ScreenOpening = ({ type: 'share' } | { type: 'watch' }) & {
  room: string;
  member: number;
  client: string;
  sdp: string;
};
/** What the server asks of the process that forwards audio. `ask` finds the answer. */
export type Command =
  | { type: 'open'; ask: number; room: string; member: number; sdp: string }
  | { type: 'close'; room: string; member: number }
  | { type: 'mute'; room: string; member: number; isMuted: boolean }
  | { type: 'deafen'; room: string; member: number; isDeaf: boolean }
  | ({ ask: number } & ScreenOpening)
  /** Ends what a member shows and sees; with a client, only what it opened. */
  | { type: 'endScreen'; room: string; member: number; client?: string }
  /** Makes an offer for a member who comes through the site, and passes on what they say. */
  | { type: 'bridge'; ask: number; bridge: string }
  | { type: 'bridgeTake'; bridge: string; sdp: string }
  | { type: 'bridgeSend'; bridge: string; frame: Uint8Array }
  | { type: 'bridgeClose'; bridge: string }
  | { type: 'measure'; ask: number };
export type Measures = {
  pid: number;
  rooms: number;
  members: number;
  /** Shared screens and who sees them. */
  screens: number;
  readers: number;
  /** Browsers that reach no UDP. */
  tcpConnections: number;
  /** Members of this server who come through the site. */
  bridges: number;
  /** Since the start. */
  packetsIn: number;
  packetsOut: number;
  /** Packets that were too many, malformed or from a muted member. */
  dropped: number;
  /** Packets that members report as missing. */
  lost: number;
  /** Of the process, in microseconds. */
  cpuMicros: number;
  /** The share of one core over the last ten seconds. */
  load: number;
  memoryBytes: number;
};
/** Why an offer is refused. */
export type Refusal = 'bad offer' | 'busy' | 'failed' | 'no screen' | 'screen full';
export type Report =
  | { type: 'ready'; port: number }
  /** The port cannot be used. */
  | { type: 'unusable'; reason: string }
  | { type: 'opened'; ask: number; sdp: string }
  /** `busy`: no new rooms at this load. `failed`: the library refused, or another call was faster. */
  | { type: 'refused'; ask: number; reason: Refusal }
  | { type: 'measured'; ask: number; measures: Measures }
  /** A member can be heard and hears. */
  | { type: 'up'; room: string; member: number }
  /** A member's connection has ended by itself. */
  | { type: 'gone'; room: string; member: number }
  /** The connection that showed a screen has ended by itself. */
  | { type: 'screenGone'; room: string; client: string }
  | { type: 'bridgeUp'; bridge: string }
  | { type: 'bridgeFrame'; bridge: string; frame: Uint8Array }
  | { type: 'bridgeGone'; bridge: string }
  /** Who speaks has changed. */
  | { type: 'speaking'; room: string; members: number[] };
