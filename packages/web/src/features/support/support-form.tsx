import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import { useKeptState } from '#lib/member/kept-state.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useSendMessage } from './api.ts';
import styles from './support-form.module.css';
import { randomId } from '#lib/browser/random-id.ts';

/**
 * A message to the admin. A visitor may leave an email address for the reply; a signed-in member is
 * known.
 */
export function SupportForm({ isMember, onSent }: { isMember: boolean; onSent: () => void }) {
  const [message, setMessage, forget] = useKeptState('support', '');
  const [email, setEmail] = useKeptState('support.email', '');
  const [isEmpty, setEmpty] = useState(false);
  // One message, however often the button is pressed or the request is retried.
  const [clientId] = useState(() => randomId());
  const send = useSendMessage();
  const fields = send.error instanceof ApiError ? send.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(isBlank(message));
    if (isBlank(message) || isLonger(message, LENGTHS.support) || send.isPending) return;
    send.mutate(
      { message, clientId, ...(isMember || isBlank(email) ? {} : { email }) },
      {
        onSuccess: () => {
          forget();
          onSent();
        },
      },
    );
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Поддержка</h1>
      <TextArea
        label="Подробно опишите проблему:"
        required
        minRows={6}
        limit={LENGTHS.support}
        value={message}
        error={isEmpty ? 'Опишите проблему.' : fields['message']}
        onChange={(value) => {
          setMessage(value);
          setEmpty(false);
        }}
      />
      {isMember ? null : (
        <TextField
          label="Почта для ответа"
          type="email"
          autoComplete="email"
          inputMode="email"
          helpText="Можно не указывать, но тогда ответить будет некуда"
          value={email}
          onChange={setEmail}
          error={fields['email']}
        />
      )}
      {send.error && Object.keys(fields).length === 0 ? (
        <p className={styles.wrong} role="alert">
          {sentenceOf(send.error)}
        </p>
      ) : null}
      <Button variant="primary" size="large" wide type="submit" busy={send.isPending}>
        Отправить
      </Button>
    </Form>
  );
}
