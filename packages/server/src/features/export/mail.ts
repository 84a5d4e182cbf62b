import type { AppContext } from '#platform/ground.ts';
import { queueMail } from '#platform/mail.ts';
import type { Tx } from '#platform/db.ts';

export const mailReady = (context: AppContext, tx: Tx, to: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Архив готов — Респа',
    lines: [
      'Архив ваших данных собран. Скачать его можно в настройках в течение суток, потом он исчезнет.',
      'Если вы его не просили, удалите архив и смените пароль: кто-то вошёл в ваш профиль.',
    ],
    link: { name: 'Открыть настройки', url: `${context.config.publicUrl}/settings` },
  });
