import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import * as privacy from '@respa/contract/privacy';
import * as wall from '@respa/contract/wall';
import { LINK_CARDS } from '@respa/contract/limits';
import { RATE_LIMITS } from '@respa/contract/rate-limits';
import { type Caller } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';
import { html, redirect } from '#tests/support/servers/hostile-site.ts';
import { roomOf, sendMessage } from '#tests/support/members/conversations.ts';
import { openLinks } from '#tests/support/members/open-links.ts';

const { app, site, anna, boris, vera, room, find, cardOf } = await openLinks();
let count = 0;
let path: string;
beforeEach(() => {
  count += 1;
  path = `/page${count}`;
});
/** Each test has a site of its own, because requests of one site are limited. */
const at = (place: string) => site.at(place, `site${count}.example`);
const page = (title: string, more = '') =>
  html(`<title>${title}</title><meta name="description" content="Описание">${more}`);
/** Waits until a page was fetched, whatever came of it. */
const fetched = (url: string) =>
  until(async () => {
    const { rows } = await sql<{ done: boolean }>`
      select fetched_at is not null as done from link_cards where url = ${url}
    `.execute(app.server.context.db);
    return rows[0]?.done === true;
  });
const post = async (who: Caller, title: string) =>
  (await who.call(wall.create, { body: { title } })).post;

test('a page is fetched once a day, however many texts name it', async () => {
  site.pages[path] = page('Один раз');
  const url = at(path);
  await cardOf((await sendMessage(anna, room, url))._id);
  const again = await sendMessage(boris, room, `${url}#другое-место`);
  expect(again.link?.title).toBe('Один раз');
  expect((await post(anna, url)).link?.title).toBe('Один раз');
  expect(site.requests.filter((one) => one === path)).toHaveLength(1);
  // After a day the next use fetches it again.
  await sql`
    update link_cards set fetched_at = now() - make_interval(secs => ${LINK_CARDS.freshSeconds + 1})
    where url = ${url}
  `.execute(app.server.context.db);
  site.pages[path] = page('Новое');
  const later = await sendMessage(anna, room, url);
  expect((await cardOf(later._id, 'Новое')).title).toBe('Новое');
});

test('a hostile server gets no card and reaches nothing', async () => {
  const attacks = {
    loopback: redirect('http://127.0.0.1:80/'),
    inner: redirect(`http://127.0.0.1:${new URL(app.url).port}/greeting`),
    six: redirect('http://[::1]/'),
    loop: redirect(`${path}-loop`),
    script: html('alert(1)', { 'content-type': 'text/javascript' }),
    empty: html(''),
  };
  for (const [name, answer] of Object.entries(attacks)) {
    site.pages[`${path}-${name}`] = answer;
    const url = at(`${path}-${name}`);
    const { _id } = await sendMessage(anna, room, url);
    await fetched(url);
    expect((await find(boris, _id))?.link).toBeUndefined();
  }
  // A failure is kept for a day too.
  await sendMessage(anna, room, at(`${path}-empty`));
  expect(site.requests.filter((one) => one === `${path}-empty`)).toHaveLength(1);
});

test('hostile tags are text, and a hostile picture is left out', async () => {
  site.pages[path] = html(`<title><script>alert(1)</script>\u202E</title>
    <meta property="og:image" content="/bomb.png">`);
  site.pages['/bomb.png'] = html('<svg onload="alert(1)"/>', { 'content-type': 'image/png' });
  const { _id } = await sendMessage(anna, room, at(path));
  expect(await cardOf(_id)).toMatchObject({ title: '<script>alert(1)</script>', picture: null });
});

const LIMITS = ['linkCards', 'dailyLinkCards'] as const;
test.each(LIMITS)('a member who used up the limit %s writes on without cards', async (name) => {
  const { limits } = app.server.context;
  for (const each of LIMITS) await limits.forgive(each, vera.id);
  await limits.spend(name, vera.id, RATE_LIMITS[name].count);
  await vera.call(privacy.set, { body: { linkCards: true } });
  site.pages[path] = page('Слишком много');
  await sendMessage(vera, await roomOf(vera, anna), at(path));
  const { rows } = await sql`select from link_cards where url = ${at(path)}`.execute(
    app.server.context.db,
  );
  expect(rows).toEqual([]);
});

test('one site is not requested more often than the limit', async () => {
  const db = app.server.context.db;
  await sql`
    insert into link_cards (url_hash, url, site_key, status, fetched_at)
    select sha256(i::text::bytea), 'https://busy.example/' || i, 'busy.example', 'none', now()
    from generate_series(1, ${LINK_CARDS.perSiteMinute}) i
  `.execute(db);
  const url = site.at(path, 'www.busy.example');
  site.pages[path] = page('Позже');
  await sendMessage(anna, room, url);
  await until(async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select run_at > now() + interval '30 seconds' as waits
      from graphile_worker.jobs
      where task_identifier = 'links.fetch'
    `.execute(db);
    return rows.some(({ waits }) => waits);
  });
  expect(site.requests).not.toContain(path);
});
