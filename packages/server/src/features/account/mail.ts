import type { Ground } from '#platform/ground.ts';
import { queueMail } from '#platform/mail.ts';
import type { Tx } from '#platform/db.ts';

export const mailActivation = (ground: Ground, tx: Tx, to: string, link: string) => queueMail(ground, tx, {
  to, subject: 'Подтвердите почту — Респа',
  lines: ['Добро пожаловать на Респу!', 'Осталось подтвердить почту. Ссылка работает три дня.'],
  link: { name: 'Активировать профиль', url: `${ground.config.publicUrl}/activate/${link}` },
});

export const mailReturn = (ground: Ground, tx: Tx, to: string, userId: string, link: string) => queueMail(ground, tx, {
  to, subject: 'Новый пароль — Респа',
  lines: ['Кто-то, надеемся, что вы, попросил сменить пароль.', 'Ссылка работает один раз, в течение часа. Если это были не вы, ничего делать не нужно.'],
  link: { name: 'Задать новый пароль', url: `${ground.config.publicUrl}/return-password/${userId}/${link}` },
});

export const mailDeleted = (ground: Ground, tx: Tx, to: string) => queueMail(ground, tx, {
  to, subject: 'Профиль удалён — Респа',
  lines: ['Вы удалили профиль, и вместе с ним всё, что вам принадлежало.', 'Спасибо, что были с нами. Вернуться можно в любой день: достаточно зарегистрироваться.'],
  link: { name: 'Открыть Респу', url: `${ground.config.publicUrl}/greeting` },
});

export const mailPasswordChanged = (ground: Ground, tx: Tx, to: string) => queueMail(ground, tx, {
  to, subject: 'Пароль изменён — Респа',
  lines: ['Пароль вашего профиля только что изменили.', 'Если это были не вы, задайте новый пароль прямо сейчас.'],
  link: { name: 'Задать новый пароль', url: `${ground.config.publicUrl}/forgot-password` },
});
