import { now } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { transaction } from '#platform/database/transaction.ts';
import { queueMail } from '#platform/runtime/mail.ts';
import { noteAlert } from './queries.ts';

const gigabytes = (bytes: number): string =>
  (bytes / 1024 ** 3).toLocaleString('ru-RU', { maximumFractionDigits: 1 });

/**
 * Mails the admin that the disk of this server has less free space than its reserve, once a day
 * for all servers together. Idempotent.
 */
export async function alertLowDisk(context: AppContext): Promise<void> {
  const { config, freeSpace, log } = context;
  const free = freeSpace.free();
  if (config.diskReserve === 0 || free >= config.diskReserve) return;
  const admin = config.adminEmail;
  await transaction(context, async (tx) => {
    if (!(await noteAlert(tx, 'disk', now().toISOString().slice(0, 10)))) return;
    log.error({ free, reserve: config.diskReserve }, 'the disk has less than its reserve');
    if (admin === undefined) return;
    await queueMail(context, tx, {
      to: admin,
      subject: 'На сервере заканчивается место',
      lines: [
        `На диске с данными свободно ${gigabytes(free)} ГБ, а запас, ниже которого сервер не принимает файлы, — ${gigabytes(config.diskReserve)} ГБ.`,
        'Тексты и переписки работают, но загрузить фотографии, видео и файлы никто не может. Освободите место на диске или увеличьте его. Если диск небольшой, уменьшите запас: его задаёт DISK_RESERVE.',
        'Пока места мало, это письмо приходит раз в день.',
      ],
      link: { url: `${config.publicUrl}/admin`, name: 'Открыть кабинет' },
    });
  });
}
