import {
  EmailCard,
  FactorCard,
  PasskeysCard,
  PasswordChange,
  SessionsList,
  SignInsCard,
} from '#features/account/parts.ts';
import { ExportCard } from '#features/export/parts.ts';
import { NoticeSettingsCard } from '#features/notifications/parts.ts';
import { BlockListCard, PrivacyCard } from '#features/people/parts.ts';
import { StorageCard } from '#features/profile/parts.ts';
import { PushCard } from '#features/push/parts.ts';
import { part } from '#lib/browser/part.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import styles from './section-cards.module.css';

/** What the member is told of, on the site and on devices. */
export function NotificationsSection() {
  return (
    <>
      <PushCard />
      <NoticeSettingsCard />
    </>
  );
}

/** Who sees and writes what, and whom the member has blocked or hidden. */
export function PrivacySection() {
  return (
    <>
      <PrivacyCard />
      <BlockListCard list="blocked" />
      <BlockListCard list="muted" />
    </>
  );
}

/** Microphone and sound of calls. */
export const VoiceSection = part(
  async () => (await import('#features/voice/parts.ts')).VoiceSettings,
);

/** Everything about signing in. The lists, whose length is not known before, come last. */
export function SecuritySection() {
  return (
    <>
      <EmailCard />
      <PasswordChange />
      <FactorCard />
      <PasskeysCard />
      <SessionsList />
      <SignInsCard />
    </>
  );
}

/** What the site stores of the member: its space, an archive of it, and its deletion. */
export function DataSection() {
  return (
    <>
      <StorageCard />
      <ExportCard />
      <Card>
        <CardHead title="Удаление профиля" />
        <p className={styles.text}>
          Страница и всё, что вы опубликовали, исчезнут сразу. Вернуть их нельзя.
        </p>
        <ButtonLink to="/deleteprofile" variant="danger">
          Удалить профиль
        </ButtonLink>
      </Card>
    </>
  );
}
