import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { isBrowserHere, World } from '../../support/browser/world.ts';
import { patient } from '../../support/patience.ts';

let world: World;
describe.skipIf(!isBrowserHere)('two people meet', () => {
  beforeAll(async () => {
    world = await new World().open({ fresh: true });
  });
  afterAll(() => world.close());

  test(
    'they register, become friends, post a photo and chat while the server restarts',
    async () => {
      const [anna, boris] = [
        await world.joinByHand('Анна', 'Белова'),
        await world.joinByHand('Борис', 'Ёлкин'),
      ];

      // Boris finds Anna in the directory and sends a request; she sees it without a reload and
      // accepts it in place.
      await anna.page.goto('/notifications');
      await anna.page.getByText('У вас нет уведомлений').waitFor();
      await boris.page.getByRole('link', { name: 'Люди' }).first().click();
      await boris.page.getByPlaceholder('Имя или фамилия').fill('бело');
      await boris.page.getByRole('button', { name: 'Добавить в друзья: Анна Белова' }).click();
      await boris.page.getByRole('button', { name: 'Отменить заявку: Анна Белова' }).waitFor();
      await anna.page.getByRole('button', { name: 'Принять заявку: Борис Ёлкин' }).click();
      await anna.page.getByText('Теперь вы друзья').first().waitFor();
      await boris.page.getByRole('button', { name: 'В друзьях: Анна Белова' }).waitFor();

      // Anna posts a photo with a location in its metadata.
      const photo = await sharp({
        create: { width: 1200, height: 800, channels: 3, background: '#3a6a22' },
      })
        .withExif({
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '58/1 3/1 0/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '38/1 50/1 0/1',
          },
        })
        .jpeg()
        .toBuffer();
      expect((await sharp(photo).metadata()).exif).toBeDefined();
      await anna.page.goto(`/user/${anna.id}`);
      await anna.page.getByPlaceholder('Что нового?').fill('Закат над Волгой');
      await anna.page
        .locator('form input[type=file]')
        .first()
        .setInputFiles({ name: 'place.jpg', mimeType: 'image/jpeg', buffer: photo });
      await anna.page.getByRole('button', { name: 'Опубликовать' }).click();
      await anna.page.getByText('Опубликовано').waitFor();
      await anna.page.getByRole('article').getByText('Закат над Волгой').waitFor();
      await boris.page.goto('/home');
      const post = boris.page.getByRole('article');
      await post.getByText('Закат над Волгой').waitFor();
      const image = post
        .getByRole('button', { name: /Картинка 1 из поста/ })
        .locator('img')
        .last();
      const stored = Buffer.from(
        await boris.page.evaluate(
          async (src) => Array.from(new Uint8Array(await (await fetch(src)).arrayBuffer())),
          (await image.getAttribute('src'))!,
        ),
      );
      const metadata = await sharp(stored).metadata();
      expect([metadata.format, metadata.width, metadata.exif]).toEqual(['webp', 1200, undefined]);
      await post.getByRole('button', { name: /Нравится пост/ }).click();
      await post.getByRole('button', { name: /Комментарии/ }).click();
      await post.getByLabel('Комментарий', { exact: true }).fill('Красота!');
      await post.getByRole('button', { name: 'Отправить комментарий' }).click();
      await post.getByText('Красота!').waitFor();
      await anna.page.reload();
      await anna.page.getByRole('button', { name: 'Нравится пост: 1' }).waitFor();

      // They chat.
      await boris.page.goto(`/user/${anna.id}`);
      await boris.page.getByRole('button', { name: 'Написать' }).click();
      await boris.page.waitForURL('**/messages/*');
      const room = new URL(boris.page.url()).pathname;
      await boris.page.getByText('Здесь пока нет сообщений...').waitFor();
      const type = async (page: typeof anna.page, text: string) => {
        await page.getByRole('textbox', { name: 'Сообщение' }).fill(text);
        await page.keyboard.press('Enter');
      };
      await type(boris.page, 'Привет! Где это?');
      await anna.page.goto(room);
      await anna.page.getByRole('log').getByText('Привет! Где это?').waitFor();
      await type(anna.page, 'В Рыбинске');
      await boris.page.getByRole('log').getByText('В Рыбинске').waitFor();
      await boris.page
        .locator('form input[type=file]')
        .first()
        .setInputFiles({
          name: 'mine.png',
          mimeType: 'image/png',
          buffer: await sharp({
            create: { width: 400, height: 300, channels: 3, background: '#2b4a86' },
          })
            .png()
            .toBuffer(),
        });
      await type(boris.page, 'А у меня так');
      await anna.page.getByRole('log').getByText('А у меня так').waitFor();
      await anna.page.getByRole('log').locator('img').first().waitFor();

      // The server stops in the middle; messages written meanwhile wait and arrive once.
      await world.stopServer();
      await type(anna.page, 'Ты тут?');
      await type(boris.page, 'Связь пропала');
      await anna.page.getByText('Нет связи').first().waitFor();
      await world.startServer();
      await boris.page
        .getByRole('log')
        .getByText('Ты тут?')
        .waitFor({ timeout: patient(40_000) });
      await anna.page
        .getByRole('log')
        .getByText('Связь пропала')
        .waitFor({ timeout: patient(40_000) });
      const expected = [
        'Привет! Где это?',
        'В Рыбинске',
        'А у меня так',
        'Ты тут?',
        'Связь пропала',
      ];
      const read = (page: typeof anna.page) =>
        page.getByRole('log').locator('li[data-message] p').allTextContents();
      await expect
        .poll(async () => (await read(anna.page)).length, { timeout: patient(20_000) })
        .toBe(expected.length);
      const conversation = await read(anna.page);
      expect([...conversation].sort()).toEqual([...expected].sort());
      await expect.poll(() => read(boris.page), { timeout: patient(20_000) }).toEqual(conversation);
      await anna.page.reload();
      await anna.page.getByRole('log').getByText('Связь пропала').waitFor();
      await expect.poll(() => read(anna.page)).toEqual(conversation);
    },
    patient(240_000),
  );
});
