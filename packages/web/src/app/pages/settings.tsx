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
import { usePageTitle } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { ThemeChoiceCard } from '../theme-choice.tsx';
import styles from './settings.module.css';

export function Settings() {
  usePageTitle('Настройки');
  return (
    <Columns>
      <PageHead title="Настройки" />
      <ThemeChoiceCard />
      <NoticeSettingsCard />
      <PrivacyCard />
      <BlockListCard list="blocked" />
      <BlockListCard list="muted" />
      <SessionsList />
      <SignInsCard />
      <EmailCard />
      <PasswordChange />
      <FactorCard />
      <PasskeysCard />
      <StorageCard />
      <ExportCard />
      <Card>
        <CardHead
          title="Поддержка"
          action={
            <ButtonLink to="/support" size="small">
              Написать
            </ButtonLink>
          }
        />
        <p className={styles.text}>Что-то сломалось или непонятно? Расскажите, и мы разберёмся.</p>
      </Card>
      <Card>
        <CardHead title="Удаление профиля" />
        <ButtonLink to="/deleteprofile" variant="danger">
          Удалить профиль
        </ButtonLink>
      </Card>
    </Columns>
  );
}
