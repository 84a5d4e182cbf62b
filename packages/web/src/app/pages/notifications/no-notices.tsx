import type { ReactNode } from 'react';
import type { NoticeSection } from '@respa/contract/notifications';
import { useIsNewcomer } from '#features/profile/parts.ts';
import { useMyId } from '#lib/network/session.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

/** Explains an empty list and offers a next step. */
export function NoNotices({ section }: { section: NoticeSection | undefined }) {
  const id = useMyId();
  const isNewcomer = useIsNewcomer();
  const step = (to: string, text: string): ReactNode => (
    <ButtonLink to={to} variant="primary">
      {text}
    </ButtonLink>
  );
  const states = {
    all: {
      text: 'У вас нет уведомлений',
      ...(isNewcomer
        ? {
            more: 'Добро пожаловать! Начните с профиля: добавьте фото и пару слов о себе, чтобы вас узнали.',
            action: step('/editprofile', 'Заполнить профиль'),
          }
        : {
            more: 'Здесь появятся заявки в друзья, отметки, комментарии и новости ваших групп.',
            action: step('/users', 'Найти друзей'),
          }),
    },
    people: {
      text: 'Заявок и гостей нет',
      more: 'Здесь видно, кто хочет дружить, кто заходил на вашу страницу и кто прислал файл или приглашение.',
      action: step('/users', 'Найти друзей'),
    },
    reactions: {
      text: 'Откликов нет',
      more: 'Здесь появятся отметки «нравится», комментарии к вашим постам, ответы вам и упоминания.',
      action: step(`/user/${id}`, 'Написать пост'),
    },
    news: {
      text: 'Новостей нет',
      more: 'Здесь появятся события ваших групп, новые видео на каналах и объявления по сохранённым поискам.',
      action: step('/publics', 'Найти группы'),
    },
  };
  return (
    <Card>
      <EmptyState art="bell" {...states[section ?? 'all']} />
    </Card>
  );
}
