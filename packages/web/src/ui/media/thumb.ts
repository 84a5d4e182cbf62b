import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string>();
const MOST = 300;

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/** Returns the blurred picture of a thumbhash (base64) as a data URL. Cached. */
export function thumbAddress(hash: string): string | undefined {
  const known = made.get(hash);
  if (known) return known;
  try {
    const address = thumbHashToDataURL(bytes(hash));
    if (made.size >= MOST) made.delete(made.keys().next().value!);
    made.set(hash, address);
    return address;
  } catch {
    return undefined;
  }
}

/** Returns its average colour, for frames around a picture. */
export function thumbColour(hash: string): string | undefined {
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytes(hash));
    return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
  } catch {
    return undefined;
  }
}
