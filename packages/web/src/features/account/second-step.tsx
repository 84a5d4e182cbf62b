import { useState, type FormEvent } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { useSecondStep } from './api.ts';
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx';
import { CodeField } from './code-field.tsx';
import styles from './form.module.css';

/** Asks for the code of a challenge. `onOver` is called when the sign-in must start again. */
export function SecondStep({
  challenge,
  onDone,
  onOver,
}: {
  challenge: string;
  onDone: (activated: boolean) => void;
  onOver: (why?: string) => void;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const second = useSecondStep();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '' || second.isPending) return;
    second.mutate(
      { challenge, code },
      {
        onSuccess: onDone,
        onError: (error) => {
          if ('code' in error && error.code === 'challenge_over') onOver(error.message);
        },
      },
    );
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Код из приложения</h1>
      <p className={styles.text}>
        Откройте приложение с кодами и введите шесть цифр. Нет телефона под рукой? Подойдёт один из
        запасных кодов.
      </p>
      <CodeField
        value={code}
        onChange={(value) => {
          setCode(value);
          setMissing(false);
          second.reset();
        }}
        autoFocus
        error={isMissing ? 'Введите код' : second.error ? sentenceOf(second.error) : undefined}
      />
      <Button variant="primary" size="large" wide type="submit" busy={second.isPending}>
        Войти
      </Button>
      <PasskeySignIn onDone={onDone} />
      <div>
        <Button variant="plain" onClick={() => onOver()}>
          Войти иначе
        </Button>
      </div>
    </Form>
  );
}
