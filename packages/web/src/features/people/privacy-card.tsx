import type { Audience, SuggestedTo, WallAudience } from '@respa/contract/privacy';
import { sentenceOf } from '#lib/network/call.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Switch } from '#ui/forms/checkbox.tsx';
import { Select } from '#ui/forms/select.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { usePrivacy, useSetPrivacy } from './blocks-api.ts';

type Answer<Value> = { value: Value; label: string };
const ANSWERS: Answer<Audience>[] = [
  { value: 'all', label: 'Все' },
  { value: 'friends', label: 'Друзья' },
  { value: 'nobody', label: 'Никто' },
];
/** Only a wall can be read without signing in; the rest is open to members at most. */
const WALL_ANSWERS: Answer<WallAudience>[] = [
  { value: 'all', label: 'Все, и без входа' },
  { value: 'members', label: 'Участники' },
  { value: 'friends', label: 'Друзья' },
  { value: 'nobody', label: 'Никто' },
];
const SUGGESTED: Answer<SuggestedTo>[] = [
  { value: 'all', label: 'Всем, с кем есть общее' },
  { value: 'nobody', label: 'Никому' },
];
const QUESTIONS = [
  { name: 'messages', label: 'Кто может писать мне сообщения', answers: ANSWERS },
  { name: 'wall', label: 'Кто видит мою стену и фотографии', answers: WALL_ANSWERS },
  { name: 'friends', label: 'Кто видит моих друзей', answers: ANSWERS },
  { name: 'presence', label: 'Кто видит, когда я в сети', answers: ANSWERS },
  { name: 'games', label: 'Кто видит мои игры и во что я играю', answers: ANSWERS },
  { name: 'suggestions', label: 'Кому предлагать меня в друзья', answers: SUGGESTED },
] as const;

/** The member's privacy settings. A choice is saved at once. */
export function PrivacyCard() {
  const privacy = usePrivacy();
  const set = useSetPrivacy();
  const save = (change: Parameters<typeof set.mutate>[0]) =>
    set.mutate(change, {
      onSuccess: () => showToast('Сохранено', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  const shown =
    privacy.data === undefined
      ? undefined
      : { ...privacy.data, ...(set.isPending ? set.variables : {}) };
  return (
    <Card>
      <CardHead title="Кто видит и пишет" />
      {privacy.isPending ? <PeopleSkeleton rows={6} /> : null}
      {privacy.isError && shown === undefined ? (
        <ErrorState small onRetry={() => void privacy.refetch()} />
      ) : null}
      {shown === undefined ? null : (
        <Stack>
          {QUESTIONS.map(({ name, label, answers }) => (
            <Select<WallAudience>
              key={name}
              label={label}
              value={shown[name]}
              options={answers}
              onChange={(value) => save({ [name]: value })}
            />
          ))}
          <Switch
            label="Показывать карточки ссылок"
            helpText="Картинка и описание под ссылкой на другой сайт. Если выключить, их не будет и под вашими ссылками."
            checked={shown.linkCards}
            onChange={(linkCards) => save({ linkCards })}
          />
        </Stack>
      )}
    </Card>
  );
}
