import type { AppContext } from '#platform/runtime/app-context.ts';
import { queueMail } from '#platform/runtime/mail.ts';
import type { Tx } from '#platform/database/db.ts';

export const mailReady = (context: AppContext, tx: Tx, to: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Архив готов — Респа',
    lines: [
      'Архив ваших данных собран. Скачать его можно в настройках в течение суток, потом он исчезнет.',
      'Если вы его не просили, удалите архив и смените пароль: кто-то вошёл в ваш профиль.',
    ],
    link: { name: 'Открыть настройки', url: `${context.config.publicUrl}/settings/data` },
  });
