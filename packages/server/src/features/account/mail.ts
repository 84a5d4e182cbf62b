import type { AppContext } from '#platform/runtime/app-context.ts';
import { queueMail } from '#platform/runtime/mail.ts';
import type { Tx } from '#platform/database/db.ts';

/** Moscow time: most members live by it, and the email names it. */
const moment = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
});
export const mailActivation = (
  context: AppContext,
  tx: Tx,
  to: string,
  { name, from, at, link }: { name: string; from: string; at: Date; link: string },
) =>
  queueMail(context, tx, {
    to,
    subject: 'Подтвердите почту — Респа',
    lines: [
      'Добро пожаловать на Респу! Осталось подтвердить почту. Ссылка работает три дня.',
      `Имя: ${name}. Регистрация: ${moment.format(at)} (по Москве)${from === '' ? '' : `, ${from}`}.`,
      'Если это были не вы, ничего делать не нужно: без подтверждения профиль удалится сам.',
    ],
    link: { name: 'Подтвердить почту', url: `${context.config.publicUrl}/activate/${link}` },
  });

export const mailReturn = (context: AppContext, tx: Tx, to: string, userId: string, link: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Новый пароль — Респа',
    lines: [
      'Кто-то, надеемся, что вы, попросил сменить пароль.',
      'Ссылка работает один раз, в течение часа. Если это были не вы, ничего делать не нужно.',
    ],
    link: {
      name: 'Задать новый пароль',
      url: `${context.config.publicUrl}/return-password/${userId}/${link}`,
    },
  });

export const mailDeleted = (context: AppContext, tx: Tx, to: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Профиль удалён — Респа',
    lines: [
      'Вы удалили профиль, и вместе с ним всё, что вам принадлежало.',
      'Спасибо, что были с нами. Вернуться можно в любой день: достаточно зарегистрироваться.',
    ],
    link: { name: 'Открыть Респу', url: `${context.config.publicUrl}/greeting` },
  });

export const mailPasswordChanged = (context: AppContext, tx: Tx, to: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Пароль изменён — Респа',
    lines: [
      'Пароль вашего профиля только что изменили.',
      'Если это были не вы, задайте новый пароль прямо сейчас.',
    ],
    link: { name: 'Задать новый пароль', url: `${context.config.publicUrl}/forgot-password` },
  });

export const mailEmailConfirmation = (context: AppContext, tx: Tx, to: string, link: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Подтвердите новую почту — Респа',
    lines: [
      'Вы просили сменить почту своего профиля на эту. Ссылка работает сутки.',
      'Если это были не вы, ничего делать не нужно.',
    ],
    link: { name: 'Подтвердить почту', url: `${context.config.publicUrl}/confirm-email/${link}` },
  });
export const mailEmailAsked = (context: AppContext, tx: Tx, to: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Просьба сменить почту — Респа',
    lines: [
      'Кто-то, надеемся, что вы, попросил сменить почту вашего профиля.',
      'Пока новую не подтвердят, действует эта. Если это были не вы, отмените смену в настройках и задайте новый пароль.',
    ],
    link: { name: 'Открыть настройки', url: `${context.config.publicUrl}/settings/security` },
  });
export const mailEmailChanged = (
  context: AppContext,
  tx: Tx,
  to: string,
  email: string,
  link: string,
) =>
  queueMail(context, tx, {
    to,
    // It leads to the page that strangers can send mails about, and must arrive nevertheless.
    kind: 'notice',
    subject: 'Почта изменена — Респа',
    lines: [
      `Теперь почта вашего профиля — ${email}.`,
      'Если это были не вы, верните прежнюю: ссылка работает неделю, закрывает вход на всех устройствах и отменяет пароль.',
    ],
    link: {
      name: 'Вернуть прежнюю почту',
      url: `${context.config.publicUrl}/confirm-email/${link}`,
    },
  });
export const mailEmailBack = (context: AppContext, tx: Tx, to: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Прежняя почта возвращена — Респа',
    lines: [
      'Почта вашего профиля снова эта. Вход на всех устройствах закрыт, прежний пароль больше не действует.',
      'Задайте новый пароль, чтобы войти.',
    ],
    link: { name: 'Задать новый пароль', url: `${context.config.publicUrl}/forgot-password` },
  });
const FACTOR = {
  off: { subject: 'Двухфакторная защита выключена', line: 'Теперь для входа хватит пароля.' },
  codes: {
    subject: 'Новые запасные коды',
    line: 'Для вашего профиля выдали новые запасные коды, прежние больше не действуют.',
  },
} as const;
export const mailFactorOn = (context: AppContext, tx: Tx, to: string, link: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Двухфакторная защита включена — Респа',
    lines: [
      'Теперь при входе мы спросим ещё и код из приложения.',
      'Подтвердите, что её включили вы. Иначе новый пароль по почте выключит двухфакторную защиту. Ссылка работает неделю.',
      'Если это были не вы, не открывайте ссылку, а задайте новый пароль на странице входа.',
    ],
    link: {
      name: 'Подтвердить двухфакторную защиту',
      url: `${context.config.publicUrl}/confirm-email/${link}`,
    },
  });
export const mailNewDevice = (
  context: AppContext,
  tx: Tx,
  to: string,
  { device, address }: { device: string; address: string },
) =>
  queueMail(context, tx, {
    to,
    subject: 'Вход с нового устройства — Респа',
    lines: [
      `В ваш профиль вошли с нового устройства: ${device}, ${address}.`,
      'Если это были вы, ничего делать не нужно. Если нет, задайте новый пароль: вход закроется на всех устройствах.',
    ],
    link: { name: 'Задать новый пароль', url: `${context.config.publicUrl}/forgot-password` },
  });
export const mailCodesLocked = (context: AppContext, tx: Tx, to: string, minutes: number) =>
  queueMail(context, tx, {
    to,
    subject: 'Неверные коды при входе — Респа',
    lines: [
      `Кто-то несколько раз ввёл неверный код для вашего профиля. Коды из приложения не принимаем ${inMinutes(minutes)}, запасные действуют.`,
      'Если это были не вы, значит, ваш пароль знает кто-то ещё: задайте новый.',
    ],
    link: { name: 'Задать новый пароль', url: `${context.config.publicUrl}/forgot-password` },
  });
const plural = new Intl.PluralRules('ru');
const FORMS = {
  minutes: { one: 'минуту', few: 'минуты', many: 'минут' },
  hours: { one: 'час', few: 'часа', many: 'часов' },
};
function inMinutes(minutes: number): string {
  const [count, forms] =
    minutes < 60 ? [minutes, FORMS.minutes] : [Math.round(minutes / 60), FORMS.hours];
  const rule = plural.select(count);
  return `${count} ${rule === 'one' || rule === 'few' ? forms[rule] : forms.many}`;
}

export const mailFactor = (context: AppContext, tx: Tx, to: string, state: keyof typeof FACTOR) =>
  queueMail(context, tx, {
    to,
    subject: `${FACTOR[state].subject} — Респа`,
    lines: [FACTOR[state].line, 'Если это были не вы, задайте новый пароль прямо сейчас.'],
    link: { name: 'Задать новый пароль', url: `${context.config.publicUrl}/forgot-password` },
  });

export const mailSuspended = (context: AppContext, tx: Tx, to: string, sentence: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Страница заблокирована — Респа',
    lines: [sentence, 'Если вы считаете, что это ошибка, напишите в поддержку.'],
    link: { name: 'Написать в поддержку', url: `${context.config.publicUrl}/support` },
  });
