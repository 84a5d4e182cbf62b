import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage } from '@respa/contract/support';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';

let app: TestApp;
let anna: Caller;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.join('Анна');
});
afterAll(() => app.stop());

type Kept = { user_id: string | null; email: string | null; text: string };
const kept = async (of: TestApp = app): Promise<Kept[]> =>
  (
    await sql<Kept>`
      select user_id, email, text
      from support_messages
      order by id
    `.execute(of.server.context.db)
  ).rows;
const write = (who: Caller, body: { message: string; email?: string; clientId?: string }) =>
  who.call(sendMessage, { body });

test('accepts messages of visitors, members and not activated users; only members are identified', async () => {
  const waiting = await app.register('Фома');
  expect(
    await write(app.nobody, {
      message: '  Не приходит письмо\r\nс активацией ',
      email: ' Foma@Mail.RU ',
    }),
  ).toEqual({ ok: true });
  await write(anna, { message: '<b>Жирно</b> & <script>alert(1)</script>', email: '' });
  await write(waiting, { message: 'Жду' });
  expect(await kept()).toEqual([
    { user_id: null, email: 'foma@mail.ru', text: 'Не приходит письмо\nс активацией' },
    { user_id: anna.id, email: null, text: '<b>Жирно</b> & <script>alert(1)</script>' },
    { user_id: null, email: null, text: 'Жду' },
  ]);
});

test.each<[Record<string, unknown>, string, string]>([
  [{}, 'message', 'Опишите проблему.'],
  [{ message: ' \n ' }, 'message', 'Опишите проблему.'],
  [{ message: 'щ'.repeat(2_001) }, 'message', 'Обращение не длиннее 2 000 символов'],
  [{ message: 'Помогите', email: 'не почта' }, 'email', 'Неверный формат почты'],
  [{ message: 'Помогите', email: `${'a'.repeat(250)}@b.ru` }, 'email', 'Неверный формат почты'],
])('%j is refused with a message, and nothing is stored', async (body, field, sentence) => {
  const before = await kept();
  expect(await app.nobody.refusal(sendMessage, { body })).toMatchObject({
    status: 400,
    code: 'bad_input',
    error: sentence,
    fields: { [field]: sentence },
  });
  expect(await kept()).toEqual(before);
});

test('accepts two thousand characters', async () => {
  await write(app.nobody, { message: '😀'.repeat(2_000) });
  expect([...(await kept()).at(-1)!.text]).toHaveLength(2_000);
});

test('repeated sends of one message store one; another text is another message', async () => {
  const before = (await kept()).length;
  const clientId = crypto.randomUUID();
  await Promise.all(Array.from({ length: 6 }, () => write(anna, { message: 'Дважды', clientId })));
  await write(anna, { message: 'Дважды', clientId });
  expect((await kept()).slice(before)).toEqual([{ user_id: anna.id, email: null, text: 'Дважды' }]);
  await write(anna, { message: 'И ещё', clientId });
  await write(anna, { message: 'Дважды' });
  expect((await kept()).slice(before).map((one) => one.text)).toEqual([
    'Дважды',
    'И ещё',
    'Дважды',
  ]);
});

test("a member's message outlives their account", async () => {
  const gleb = await app.join('Глеб');
  await write(gleb, { message: 'Уйду, а слово останется' });
  await sql`delete from accounts where id = ${gleb.id}`.execute(app.server.context.db);
  expect((await kept()).at(-1)).toEqual({
    user_id: null,
    email: null,
    text: 'Уйду, а слово останется',
  });
});

test('limits an address to five messages an hour, signed in or not; repeats and refused messages do not count', async () => {
  const strict = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const boris = await strict.join('Борис');
    const clientId = crypto.randomUUID();
    for (const who of [strict.nobody, boris, strict.nobody])
      await write(who, { message: 'Помогите', clientId });
    expect(await strict.nobody.refusal(sendMessage, { body: { message: '' } })).toMatchObject({
      status: 400,
    });
    for (const who of [strict.nobody, boris, strict.nobody, boris])
      await write(who, { message: 'Ещё раз' });
    for (const who of [strict.nobody, boris])
      expect(await who.refusal(sendMessage, { body: { message: 'Шестое' } })).toMatchObject({
        status: 429,
        code: 'too_often',
        error: expect.stringMatching(/^Слишком часто\. Попробуйте через /) as string,
      });
    await write(boris, { message: 'Помогите', clientId });
    expect(await kept(strict)).toHaveLength(5);
  } finally {
    await strict.stop();
  }
});
