import type { Ground } from '#platform/ground.ts';
import { queueMail } from '#platform/mail.ts';
import type { Tx } from '#platform/db.ts';

export const mailReady = (ground: Ground, tx: Tx, to: string) =>
  queueMail(ground, tx, {
    to,
    subject: 'Архив готов — Респа',
    lines: [
      'Архив ваших данных собран. Скачать его можно в настройках в течение суток, потом он исчезнет.',
      'Если вы его не просили, удалите архив и смените пароль: кто-то вошёл в ваш профиль.',
    ],
    link: { name: 'Открыть настройки', url: `${ground.config.publicUrl}/settings` },
  });
