import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChannel, publish, readVideo } from '#tests/support/members/channels.ts';
import { clipBlob, ENCODER } from '#tests/support/files/clips.ts';
import { patient } from '#tests/support/patience.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/support/driver.ts';
import { until } from '#tests/support/files/pictures.ts';

const TIMEOUT_MS = patient(60_000);
describe.skipIf(ENCODER === undefined)('The encoder', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ FFMPEG: ENCODER! });
  });
  afterAll(() => app.stop());

  test(
    'delays the first video of a member by one of another, who has many',
    async () => {
      const [greedy, anna] = [await app.join('Жадный'), await app.join('Анна')];
      await makeChannel(greedy, 'Много');
      await makeChannel(anna, 'Одно');
      const clip = clipBlob({ seconds: 2 });
      const many: string[] = [];
      for (let at = 0; at < 6; at += 1)
        many.push((await publish(greedy, `Видео ${at}`, { video: clip }))._id);
      const isDone = async (who: Caller, id: string) =>
        (await readVideo(who, id)).ladder === 'done';
      const count = async () =>
        (await Promise.all(many.map((id) => isDone(greedy, id)))).filter(Boolean).length;
      const before = await count();
      expect(before).toBeLessThan(4);
      const { _id: id } = await publish(anna, 'Первое', { video: clip });
      await until(() => isDone(anna, id), TIMEOUT_MS);
      // The one that was encoded meanwhile, and one that ended between two looks.
      expect(await count()).toBeLessThanOrEqual(before + 2);
    },
    TIMEOUT_MS,
  );
});
