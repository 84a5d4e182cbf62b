import type { AppContext } from '#platform/runtime/app-context.ts';
import { queueMail } from '#platform/runtime/mail.ts';
import type { Tx } from '#platform/database/db.ts';

export const mailActivation = (context: AppContext, tx: Tx, to: string, link: string) =>
  queueMail(context, tx, {
    to,
    subject: 'Подтвердите почту — Респа',
    lines: ['Добро пожаловать на Респу!', 'Осталось подтвердить почту. Ссылка работает три дня.'],
    link: { name: 'Активировать профиль', url: `${context.config.publicUrl}/activate/${link}` },
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
    link: { name: 'Открыть настройки', url: `${context.config.publicUrl}/settings` },
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
  on: {
    subject: 'Вход с кодом включён',
    line: 'Теперь при входе мы спросим ещё и код из приложения.',
  },
  off: { subject: 'Вход с кодом выключен', line: 'Теперь для входа хватит пароля.' },
  codes: {
    subject: 'Новые запасные коды',
    line: 'Для вашего профиля выдали новые запасные коды, прежние больше не действуют.',
  },
} as const;
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
