import { useState, type FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { ApiError } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useAddPasskey } from './api.ts';
import { passkeySentence } from './passkey-words.ts';
import styles from '../form.module.css';

type Wrong = { name?: string; password?: string; device?: string };

/** Asks for a name and the password, and lets the device make a passkey. */
export function PasskeyWindow({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const add = useAddPasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Wrong = {
      ...(isBlank(name) ? { name: 'Назовите ключ' } : {}),
      ...(password === '' ? { password: 'Введите пароль' } : {}),
    };
    setWrong(found);
    if (Object.keys(found).length > 0 || add.isPending) return;
    add.mutate(
      { name, password },
      {
        onSuccess: () => {
          showToast('Ключ добавлен: теперь с ним можно войти.', { tone: 'good' });
          onClose();
        },
        onError: (error) =>
          setWrong(
            error instanceof ApiError && error.code === 'bad_password'
              ? { password: error.message }
              : { device: passkeySentence(error) },
          ),
      },
    );
  };
  return (
    <Modal open onClose={onClose} title="Новый ключ доступа" size="small">
      <Form className={styles.form} onSubmit={submit}>
        <TextField
          label="Название"
          placeholder="Например, «Телефон»"
          maxLength={LENGTHS.name}
          value={name}
          onChange={setName}
          error={wrong.name}
          autoFocus
        />
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={wrong.password}
        />
        {wrong.device === undefined ? null : (
          <p className={styles.wrong} role="alert">
            {wrong.device}
          </p>
        )}
        <Button variant="primary" wide type="submit" busy={add.isPending}>
          Добавить ключ
        </Button>
      </Form>
    </Modal>
  );
}
