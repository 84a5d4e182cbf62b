import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useChangePassword } from './api.ts';
import styles from './form.module.css';

export function PasswordChange() {
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const [wrong, setWrong] = useState<{ password?: string | undefined; next?: string | undefined }>(
    {},
  );
  const change = useChangePassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      password: password === '' ? 'Введите текущий пароль' : undefined,
      next:
        next.length < LENGTHS.password.min ? 'Пароль должен быть не короче 8 символов' : undefined,
    };
    setWrong(found);
    if (found.password !== undefined || found.next !== undefined) return;
    change.mutate(
      { password, newPassword: next },
      {
        onSuccess: () => {
          setPassword('');
          setNext('');
          showToast('Пароль изменён, на других устройствах вы вышли.', { tone: 'good' });
        },
        onError: (error) =>
          setWrong(
            error instanceof ApiError && error.code === 'bad_password'
              ? { password: error.message }
              : { next: sentenceOf(error) },
          ),
      },
    );
  };
  return (
    <Card>
      <CardHead title="Пароль" />
      <Form className={styles.form} onSubmit={submit}>
        <PasswordField
          label="Текущий пароль"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={wrong.password}
        />
        <PasswordField
          label="Новый пароль"
          autoComplete="new-password"
          helpText="Не короче 8 символов"
          value={next}
          onChange={setNext}
          error={wrong.next}
        />
        <div>
          <Button type="submit" variant="soft" busy={change.isPending}>
            Сменить пароль
          </Button>
        </div>
      </Form>
    </Card>
  );
}
