// What page and server say to each other before the first frame; see voice-site.ts.
import { Type, type Static } from 'typebox';
import { Id } from './route.ts';
import { VoiceRoom } from './voice.ts';

/** The first message of a page. */
export const VoiceSiteGreeting = Type.Object(
  {
    token: Type.String({ pattern: '^[A-Za-z0-9_-]{20,200}$' }),
    clientId: Id,
    isCalling: Type.Optional(Type.Boolean()),
    isMuted: Type.Optional(Type.Boolean()),
    isDeaf: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type VoiceSiteGreeting = Static<typeof VoiceSiteGreeting>;
/** The answer to it: the member's number in the room, and who is there. */
export const VoiceSiteEntry = Type.Object({ number: Type.Integer(), room: VoiceRoom });
export type VoiceSiteEntry = Static<typeof VoiceSiteEntry>;
