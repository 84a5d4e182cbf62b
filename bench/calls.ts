import type { DataSet } from './sets.ts';

export const LANES = 16;
/** Each viewer requests this many different things in turn. */
const TARGETS = 4;
export type Viewer = {
  id: string;
  token: string;
  room: string;
  partner: string;
  partnerToken: string;
};
export type HotCall = {
  title: string;
  method: 'GET' | 'POST';
  /** The body of a POST that only reads; without it, a POST sends a message. */
  body?: string;
  /** Returns the paths of one viewer. */
  paths(viewer: Viewer, index: number): string[];
};

const WORDS = [
  'ива',
  'соко',
  'марин',
  'алекс',
  'петров',
  'ковал',
  'анна',
  'дми',
  'нико',
  'смирн',
  'елен',
  'юлия',
  'орл',
  'роман',
  'свет',
  'ильин',
];

/**
 * Picks people of ordinary size, the same shape in every set: 10 to 40 friends, a wall of one page,
 * a dialog of two pages.
 */
export async function pickHotCalls(
  set: DataSet,
  port: number,
  password: string,
): Promise<{ viewers: Viewer[]; calls: HotCall[] }> {
  const rooms = await set.query<{
    id: string;
    room: string;
    partner: string;
    email: string;
    partner_email: string;
  }>(`
    select m.user_id as id, m.room_id as room, a.email,
      case when r.low_id = m.user_id then r.high_id else r.low_id end as partner,
      b.email as partner_email
    from room_members m
    join rooms r on r.id = m.room_id
    join accounts a on a.id = m.user_id
    join accounts b on b.id = r.high_id
    where r.position between 40 and 200 and a.email like 'm%' and m.user_id = r.low_id
    order by md5(m.room_id::text)
    limit 400
  `);
  const chosen = [...new Map(rooms.map((row) => [row.id, row])).values()].slice(0, 50);
  // Each message makes dialogs longer than those that are compared.
  if (chosen.length < LANES)
    throw new Error(
      `${set.title}: диалогов обычной длины осталось ${chosen.length}, прежние замеры их исписали; удалите ${set.dataDir}, и набор будет сделан заново`,
    );
  const viewers: Viewer[] = [];
  for (const { id, room, partner, email, partner_email: other } of chosen) {
    viewers.push({
      id,
      room,
      partner,
      token: (await signIn(port, email, password)).token,
      partnerToken: (await signIn(port, other, password)).token,
    });
  }
  const people = (
    await set.query<{ id: string }>(
      `
        select id
        from people
        where friends_count between 10 and 40 and posts_count between 5 and 20
        order by md5(id::text)
        limit ${LANES * TARGETS}
      `,
    )
  ).map((row) => row.id);
  const painters = (
    await set.query<{ id: string }>(
      `
        select id
        from people
        where photos_count between 15 and 40
        order by md5(id::text)
        limit ${LANES * TARGETS}
      `,
    )
  ).map((row) => row.id);
  const groups = (
    await set.query<{ id: string }>(
      `
        select id
        from publics
        where posts_count between 5 and 40
        order by md5(id::text)
        limit ${LANES * TARGETS}
      `,
    )
  ).map((row) => row.id);
  const four = (index: number, of = people) =>
    Array.from({ length: TARGETS }, (_, turn) => of[(index * TARGETS + turn) % of.length]!);
  return {
    viewers,
    calls: [
      {
        title: 'Страница человека',
        method: 'GET',
        paths: (_, index) => four(index).map((id) => `/api/user-profile/${id}`),
      },
      {
        title: 'Стена',
        method: 'GET',
        paths: (_, index) => four(index).map((id) => `/api/posts/${id}/1/0`),
      },
      {
        title: 'Друзья',
        method: 'GET',
        paths: (_, index) => four(index).map((id) => `/api/friends/${id}`),
      },
      { title: 'Лента', method: 'GET', paths: () => ['/api/friendsnews'] },
      {
        title: 'Страница группы',
        method: 'GET',
        paths: (_, index) => four(index, groups).map((id) => `/api/public/public/${id}`),
      },
      {
        title: 'Посты группы',
        method: 'GET',
        paths: (_, index) => four(index, groups).map((id) => `/api/public/posts/${id}?slim=true`),
      },
      { title: 'Новости групп', method: 'GET', paths: () => ['/api/publicnews?slim=true'] },
      { title: 'Уведомления', method: 'GET', paths: () => ['/api/notifications'] },
      {
        title: 'Фотографии',
        method: 'GET',
        paths: (_, index) => four(index, painters).map((id) => `/api/photos/${id}`),
      },
      {
        title: 'Поиск людей',
        method: 'GET',
        paths: (_, index) => [
          `/api/allusers/1/${encodeURIComponent(WORDS[index % WORDS.length]!)}`,
        ],
      },
      { title: 'Реклама в ленте', method: 'GET', paths: () => ['/api/promo/next'] },
      {
        title: 'Кабинет рекламы',
        method: 'GET',
        paths: (viewer) => [`/api/promo/mine/${viewer.id}`],
      },
      {
        title: 'Переписка',
        method: 'GET',
        paths: (viewer) => [`/api/messages/1/0?room=${viewer.room}`],
      },
      {
        title: 'Отправка сообщения',
        method: 'POST',
        paths: (viewer) => [`/api/new-messages/${viewer.room}`],
      },
    ],
  };
}

/** The caller, and the cookie with which their browser reads media. */
export type Signed = { id: string; token: string; cookie: [name: string, value: string] };
export async function signIn(port: number, email: string, password: string): Promise<Signed> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token, userId } = (await response.json()) as { token?: string; userId: string };
  if (token === undefined) throw new Error(`no sign-in for ${email}: ${response.status}`);
  return {
    id: userId,
    token,
    cookie: response.headers.get('set-cookie')!.split(';', 1)[0]!.split('=') as Signed['cookie'],
  };
}
