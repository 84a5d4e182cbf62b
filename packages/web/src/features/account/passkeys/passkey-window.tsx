import { useState, type FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { OwnerProof, useOwnerProof } from '../owner-proof.tsx';
import { useAddPasskey } from './api.ts';
import { passkeySentence } from './passkey-words.ts';
import styles from '../form.module.css';

type Wrong = { name?: string; device?: string };

/** Asks for a name, the password and the code of a second factor, and lets the device make a passkey. */
export function PasskeyWindow({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const proof = useOwnerProof();
  const [wrong, setWrong] = useState<Wrong>({});
  const add = useAddPasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isNamed = !isBlank(name);
    setWrong(isNamed ? {} : { name: 'Назовите ключ' });
    const sent = proof.take();
    if (!isNamed || sent === null || add.isPending) return;
    add.mutate(
      { name, ...sent },
      {
        onSuccess: () => {
          showToast('Ключ добавлен: теперь с ним можно войти.', { tone: 'good' });
          onClose();
        },
        onError: (error) => {
          if (!proof.handle(error)) setWrong({ device: passkeySentence(error) });
        },
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
        <OwnerProof proof={proof} />
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
