import { useState, type FormEvent } from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useCancelEmail, useChangeEmail, useEmails } from './security-api.ts';
import styles from './form.module.css';

/** Shows the member's email address and lets them change it; an email confirms the change. */
export function EmailCard() {
  const emails = useEmails();
  const [input, setInput] = useState('');
  const [wrong, setWrong] = useState<string>();
  const change = useChangeEmail();
  const cancel = useCancelEmail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = input.trim();
    setWrong(email === '' ? 'Введите почту' : undefined);
    if (email === '' || change.isPending) return;
    change.mutate(email, {
      onSuccess: ({ pending }) =>
        pending === null ? setWrong('Это и есть ваша почта') : setInput(''),
      onError: (error) =>
        setWrong(
          error instanceof ApiError ? (error.fields['email'] ?? error.message) : sentenceOf(error),
        ),
    });
  };
  const keep = () =>
    cancel.mutate(undefined, {
      onSuccess: () => showToast('Почта остаётся прежней.'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  const pending = emails.data?.pending ?? null;
  return (
    <Card>
      <CardHead title="Почта" />
      {emails.isError ? (
        <ErrorState small onRetry={() => void emails.refetch()} />
      ) : (
        <div className={styles.form}>
          <div className={styles.lead}>
            {emails.data === undefined ? (
              <Skeleton>
                <Bone width={180} height={20} />
              </Skeleton>
            ) : (
              emails.data.email
            )}
          </div>
          {pending === null ? null : (
            <div className={styles.row} role="status">
              <span className={styles.grow}>
                Ждём подтверждения: <b>{pending}</b>
                <br />
                <span className={styles.dim}>
                  Откройте ссылку из письма на эту почту. До тех пор действует прежняя.
                </span>
              </span>
              <Button size="small" busy={cancel.isPending} onClick={keep}>
                Отменить
              </Button>
            </div>
          )}
          <Form className={styles.form} onSubmit={submit}>
            <TextField
              label="Новая почта"
              type="email"
              autoComplete="email"
              inputMode="email"
              value={input}
              onChange={(value) => {
                setInput(value);
                setWrong(undefined);
              }}
              error={wrong}
            />
            <div>
              <Button type="submit" variant="soft" busy={change.isPending}>
                Сменить почту
              </Button>
            </div>
          </Form>
        </div>
      )}
    </Card>
  );
}
