// The players of video sites.
import { parseUrl } from './parse-url.ts';

/** The origins of the players that a page may show, after a press only. */
export const PLAYER_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://vk.com',
  'https://rutube.ru',
  'https://player.twitch.tv',
  'https://clips.twitch.tv',
] as const;

type Page = { pathname: string; search: string };
type FindPlayer = (page: Page, ourHost: string) => string | undefined;
const first = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[1];
const youtube = (id: string | undefined): string | undefined =>
  id !== undefined && /^[\w-]{6,20}$/.test(id)
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`
    : undefined;
const findVk: FindPlayer = ({ pathname, search }) => {
  const [, oid, id] =
    /(?:^|\/|=)(?:video|clip)(-?\d{1,20})_(\d{1,20})(?![\d_])/.exec(
      `${pathname}${search.replaceAll('%2F', '/')}`,
    ) ?? [];
  return oid === undefined
    ? undefined
    : `https://vk.com/video_ext.php?oid=${oid}&id=${id}&autoplay=1`;
};
const findTwitch: FindPlayer = ({ pathname }, ourHost) => {
  const video = first(/^\/videos\/(\d{1,20})\/?$/, pathname);
  const channel = first(/^\/(\w{3,25})\/?$/, pathname);
  const clip = first(/^\/\w{3,25}\/clip\/([\w-]{1,100})\/?$/, pathname);
  if (clip !== undefined)
    return `https://clips.twitch.tv/embed?clip=${clip}&parent=${ourHost}&autoplay=true`;
  const what =
    video === undefined
      ? channel === undefined
        ? undefined
        : `channel=${channel}`
      : `video=v${video}`;
  return what === undefined ? undefined : `https://player.twitch.tv/?${what}&parent=${ourHost}`;
};
const PLAYERS: Readonly<Record<string, FindPlayer>> = {
  'youtube.com': ({ pathname, search }) =>
    youtube(
      pathname === '/watch'
        ? first(/[?&]v=([\w-]+)/, search)
        : first(/^\/(?:shorts|live|embed)\/([\w-]+)\/?$/, pathname),
    ),
  'youtu.be': ({ pathname }) => youtube(first(/^\/([\w-]+)\/?$/, pathname)),
  'vk.com': findVk,
  'vk.ru': findVk,
  'vkvideo.ru': findVk,
  'rutube.ru': ({ pathname }) => {
    const id = first(/^\/(?:video|shorts)\/([0-9a-f]{32})\/?$/, pathname);
    return id === undefined ? undefined : `https://rutube.ru/play/embed/${id}`;
  },
  'twitch.tv': findTwitch,
  'clips.twitch.tv': ({ pathname }, ourHost) => {
    const clip = first(/^\/([\w-]{1,100})\/?$/, pathname);
    return clip === undefined
      ? undefined
      : `https://clips.twitch.tv/embed?clip=${clip}&parent=${ourHost}&autoplay=true`;
  },
};
/**
 * Returns the address of the player of a video on YouTube, VK Видео, Rutube or Twitch; null for any
 * other page. `ourHost` is the host name of this site, which Twitch asks for.
 */
export function playerOf(address: string, ourHost: string): string | null {
  const url = parseUrl(address);
  if (url?.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  return (Object.hasOwn(PLAYERS, host) ? PLAYERS[host]!(url, ourHost) : undefined) ?? null;
}
