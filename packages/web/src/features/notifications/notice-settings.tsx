import { MUTABLE_TYPES } from '@respa/contract/notifications';
import { sentenceOf } from '#lib/network/call.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useQuiet, useSetQuiet } from './api.ts';

const LABELS: Record<(typeof MUTABLE_TYPES)[number], string> = {
  like: 'Отметки «нравится»',
  comment: 'Комментарии',
  share: 'Кто поделился моим',
  visit: 'Посещения моей страницы',
  reply: 'Принятые заявки в друзья',
  reject: 'Отклонённые заявки',
  delete: 'Удаление из друзей',
  file: 'Присланные файлы',
  invite: 'Приглашения в беседы',
  mention: 'Упоминания в беседах, постах и комментариях',
  public: 'События групп',
  video: 'Новые видео на каналах',
  board: 'Объявления по моим поискам',
  promo: 'Модерация моей рекламы',
};
const SHOWN = [
  'like',
  'comment',
  'share',
  'visit',
  'reply',
  'reject',
  'delete',
  'file',
  'invite',
  'mention',
  'public',
  'video',
  'board',
  'promo',
] as const;

/**
 * Selects which notifications are sent. Friend requests always are, because they need a response.
 */
export function NoticeSettingsCard() {
  const quiet = useQuiet();
  const set = useSetQuiet();
  const off = quiet.data;
  return (
    <Card>
      <CardHead title="О чём сообщать" />
      {quiet.isPending ? <PeopleSkeleton rows={4} /> : null}
      {quiet.isError && off === undefined ? (
        <ErrorState small onRetry={() => void quiet.refetch()} />
      ) : null}
      {off === undefined ? null : (
        <Stack>
          {SHOWN.map((type) => (
            <Switch
              key={type}
              label={LABELS[type]}
              checked={!off.includes(type)}
              onChange={(on) =>
                set.mutate(on ? off.filter((one) => one !== type) : [...off, type], {
                  onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
                })
              }
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}
