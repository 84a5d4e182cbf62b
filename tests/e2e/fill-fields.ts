import { CLOUD } from '@respa/contract/limits';
import type { RouteSpec } from '@respa/contract/route';
import { Caller } from '../driver.ts';
import { apkFile } from '../games.ts';
import { playableFilm } from '../films.ts';
import { picture } from '../pictures.ts';
import type { Things } from '../sweeps/access-row.ts';
import { ACCESS_ROWS } from '../sweeps/access-rows.ts';
import { findAllRoutes, keyOf } from '../sweeps/all-routes.ts';
import { packed } from './payloads.ts';

type Schema = { type?: string | string[]; maxLength?: number; pattern?: string; enum?: unknown };
/** They end sessions, take away what is to be looked at, or ask for what cannot be guessed. */
const NOT_FOR_TEXTS = /^\w+ \/(?:auth|return-password|forgot-password|deleteprofile|admin\/suspend|admin\/takedown|admin\/reports|upload-something)/;
/** Judged by their form: ids, dates, numbers, lists of them, a mark of emoji. No words ever stand there. */
const FORMAL = /^(?:clientId|mentions|edited|keep|publishAt|passport|phone|date|email|folderId|age|upload|members|emoji|link|version)$/;
const LONGEST = 3_500;

/** Every field of a call that takes words, with how many of them. */
function textsOf(route: RouteSpec): [name: string, length: number][] {
  const fields = Object.entries(((route.form?.fields ?? route.body)?.properties ?? {}) as Record<string, Schema>);
  return fields.filter(([name, schema]) => schema.type === 'string' && schema.pattern === undefined && schema.enum === undefined && !FORMAL.test(name)).map(([name, schema]) => [name, Math.min(schema.maxLength ?? 100, LONGEST)]);
}
async function filesOf(route: RouteSpec): Promise<Record<string, Blob[]>> {
  const slots = Object.keys(route.form?.files ?? {});
  const make = async (slot: string): Promise<Blob> => (slot === 'source' ? apkFile() : slot === 'video' ? playableFilm() : picture('png'));
  return Object.fromEntries(await Promise.all(slots.filter((slot) => slot !== 'audio' && (slot !== 'video' || route.path.includes('videohost'))).map(async (slot) => [slot, [await make(slot)]] as [string, Blob[]])));
}
/** Writes the payloads into every field of every call that takes words; answers which fields took some and which did not, as `METHOD path name`. */
export async function fillFields({ owner, admin, others }: { owner: Caller; admin: Caller; others: Caller[] }, things: Things, rounds: number): Promise<{ filled: Set<string>; refused: Set<string> }> {
  const filled = new Set<string>();
  const refused = new Set<string>();
  const routes = (await findAllRoutes()).filter((route) => route.method !== 'GET' && route.method !== 'DELETE' && textsOf(route).length > 0 && !NOT_FOR_TEXTS.test(keyOf(route)));
  for (const [place, route] of routes.entries()) {
    const row = ACCESS_ROWS[keyOf(route)]!;
    for (const [name] of textsOf(route)) refused.add(`${keyOf(route)} ${name}`);
    const texts = textsOf(route);
    let files = await filesOf(route);
    const tryAs = async (who: Caller, body: Record<string, unknown>) =>
      who.request(route, { ...(row.params === undefined ? {} : { params: row.params({ ...things, stranger: who.id }) as never }), body, ...(route.form === undefined ? {} : { files: files as never }) });
    for (let round = 0; round < rounds; round += 1) {
      const given = Object.fromEntries(texts.flatMap(([name, length]) => {
        // Names of files and folders hold no slash.
        const packs = route.path.startsWith('/cloud') ? packed(CLOUD.name, (place * 7) % 40, /[/\\]/) : packed(length, (place * 7) % 40);
        return packs.length === 0 ? [] : [[name, packs[round % packs.length]!]];
      }));
      const valid = row.body?.(things) ?? {};
      for (const who of route.access === 'admin' ? [admin] : [owner, ...others]) {
        let body: Record<string, unknown> = { ...valid, ...given };
        let taken = Object.keys(given);
        let answer = await tryAs(who, body);
        for (let again = 0; answer.status === 400 && again < 3; again += 1) {
          const { code, fields = {} } = (await answer.json()) as { code: string; fields?: Record<string, string> };
          // Each round has added one.
          if (code === 'too_many_files') files = {};
          const wrong = Object.keys(fields).filter((name) => taken.includes(name));
          // What is refused for another reason than its words keeps the words of one field alone.
          if (code !== 'too_many_files') taken = wrong.length > 0 ? taken.filter((name) => !wrong.includes(name)) : taken.slice(0, 1);
          body = { ...valid, ...Object.fromEntries(taken.map((name) => [name, given[name]])) };
          answer = await tryAs(who, body);
        }
        if (!answer.ok) continue;
        for (const name of taken) filled.add(`${keyOf(route)} ${name}`);
        break;
      }
    }
  }
  return { filled, refused: refused.difference(filled) };
}
