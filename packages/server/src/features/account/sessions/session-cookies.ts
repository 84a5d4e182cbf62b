import type { FastifyReply } from 'fastify';
import { DAY_SECONDS } from '@respa/contract/durations';
import { SESSION_DAYS } from '@respa/contract/account-limits';

/** The cookie that reads media and nothing else. */
export const MEDIA_COOKIE = 'respa_media';
/** The cookie by which a browser that has signed in before is recognised. It opens nothing. */
export const DEVICE_COOKIE = 'respa_device';
const DEVICE_DAYS = 365;

/** Adds the cookies of a session that has begun to a reply, or clears the one for media. */
export type SessionCookies = {
  start(reply: FastifyReply, signed: { mediaToken: string; deviceSecret?: string }): void;
  end(reply: FastifyReply): void;
};
export function makeSessionCookies(publicUrl: string): SessionCookies {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const media = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${MEDIA_COOKIE}=${value}; Path=/media; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
    );
  return {
    start(reply, { mediaToken, deviceSecret }) {
      media(reply, mediaToken, SESSION_DAYS * DAY_SECONDS);
      if (deviceSecret !== undefined)
        reply.header(
          'set-cookie',
          `${DEVICE_COOKIE}=${deviceSecret}; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=${DEVICE_DAYS * DAY_SECONDS}${secure}`,
        );
    },
    end: (reply) => void media(reply, '', 0),
  };
}
