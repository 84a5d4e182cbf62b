import { useState, type FormEvent } from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useDeleteProfile } from './api.ts';
import { CodeField } from './code-field.tsx';
import { useFactor } from './security-api.ts';
import styles from './form.module.css';

/**
 * Deletes the account: lists what is deleted, asks for the password and for a final confirmation.
 */
export function ProfileDeletion() {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const asksCode = useFactor().data?.on === true;
  const removal = useDeleteProfile();
  const isBadCode = removal.error instanceof ApiError && removal.error.code === 'bad_code';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '' || removal.isPending) return;
    if (
      !(await confirm({
        title: 'Удалить профиль навсегда?',
        text: 'Вернуть его будет нельзя.',
        action: 'Удалить профиль',
        danger: true,
      }))
    )
      return;
    removal.mutate({ password, code });
  };
  return (
    <Card>
      <Form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.lead}>
          Сразу и навсегда исчезнут ваша страница, посты, фотографии, комментарии, отметки и друзья.
          Сообщения останутся у собеседников без вашего имени: их автором станет «Удалённый
          пользователь».
        </p>
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          value={password}
          onChange={(value) => {
            setPassword(value);
            setMissing(false);
            removal.reset();
          }}
          error={
            isMissing
              ? 'Введите пароль'
              : removal.error && !isBadCode
                ? sentenceOf(removal.error)
                : undefined
          }
        />
        {asksCode ? (
          <CodeField
            label="Код из приложения"
            value={code}
            onChange={(value) => {
              setCode(value);
              removal.reset();
            }}
            error={isBadCode ? sentenceOf(removal.error) : undefined}
          />
        ) : null}
        <div className={styles.steps}>
          <Button type="submit" variant="danger" busy={removal.isPending}>
            Удалить профиль
          </Button>
          <ButtonLink to="/settings/data">Не удалять</ButtonLink>
        </div>
      </Form>
    </Card>
  );
}
