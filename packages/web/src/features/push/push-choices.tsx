import { PUSH_KINDS, type PushKind, type PushSettingsValue } from '@respa/contract/push';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Switch } from '#ui/forms/checkbox.tsx';
import { useSetSettings } from './api.ts';
import { QuietHours } from './quiet-hours.tsx';
import styles from './push-card.module.css';

const LABELS: Record<PushKind, string> = {
  messages: 'Личные сообщения',
  calls: 'Звонки',
  groups: 'Беседы',
  mentions: 'Упоминания',
  people: 'Люди',
  reactions: 'Отклики',
  news: 'Новости',
};
const HELP: Partial<Record<PushKind, string>> = {
  people: 'Заявки в друзья, приглашения, файлы',
  reactions: 'Отметки «нравится», комментарии и ответы',
  news: 'События групп, новые видео и объявления',
};

/** What devices are told, and when they stay silent. The same on all devices of the member. */
export function PushChoices({ settings }: { settings: PushSettingsValue }) {
  const set = useSetSettings();
  const { isContentHidden, quiet } = settings;
  const save = (change: Partial<PushSettingsValue>) =>
    set.mutate(change, { onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }) });
  return (
    <>
      <Switch
        label="Скрывать имена и текст"
        helpText="На экране будет только «Новое сообщение» или «Новое уведомление»."
        checked={isContentHidden}
        onChange={(on) => save({ isContentHidden: on })}
      />
      <QuietHours settings={settings} onChange={save} />
      <fieldset className={styles.kinds}>
        <legend className={styles.title}>Что присылать на устройства</legend>
        {PUSH_KINDS.map((kind) => (
          <Switch
            key={kind}
            label={LABELS[kind]}
            helpText={HELP[kind]}
            checked={!quiet.includes(kind)}
            onChange={(on) =>
              save({ quiet: on ? quiet.filter((one) => one !== kind) : [...quiet, kind] })
            }
          />
        ))}
      </fieldset>
    </>
  );
}
