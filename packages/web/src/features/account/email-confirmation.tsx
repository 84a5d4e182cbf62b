import { useState, type FormEvent } from 'react';
import { useParams } from 'react-router';
import { confirmation, type Confirmation } from '@respa/contract/account-security';
import type { ReplyOf } from '@respa/contract/route';
import { sentenceOf } from '#lib/network/call.ts';
import { useSession } from '#lib/network/session.ts';
import { Art } from '#ui/feedback/art.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useConfirmation, useConfirmEmail } from './security-api.ts';
import { LinkProblem } from './link-problem.tsx';
import { LinkWait } from './link-wait.tsx';
import styles from './form.module.css';

type Texts = { title: string; action: string; warning: string; done: string; result: string };
const TEXTS: Record<Confirmation, Texts> = {
  change: {
    title: 'Подтвердите новую почту',
    action: 'Подтвердить почту',
    warning: 'Не узнаёте профиль? Закройте страницу, и ничего не изменится.',
    done: 'Почта изменена',
    result: 'Теперь входите с новой почтой, письма тоже придут на неё.',
  },
  undo: {
    title: 'Вернуть прежнюю почту?',
    action: 'Вернуть почту',
    warning: 'Вход закроется на всех устройствах, а текущий пароль перестанет действовать.',
    done: 'Прежняя почта возвращена',
    result:
      'Вход закрыт на всех устройствах, и прежний пароль больше не действует. Задайте новый, чтобы войти.',
  },
  factor: {
    title: 'Подтвердите двухфакторную защиту',
    action: 'Подтвердить двухфакторную защиту',
    warning: 'Если её включили не вы, закройте страницу и задайте новый пароль.',
    done: 'Двухфакторная защита подтверждена',
    result: 'Теперь код понадобится и после сброса пароля по почте.',
  },
};

/**
 * The page behind a link in an email about the address or about the second factor. Opening it
 * changes nothing: it names the profile and waits for a press.
 */
export function EmailConfirmation() {
  const { link = '' } = useParams();
  const session = useSession();
  const { data, error, isPending, refetch } = useConfirmation(link);
  const confirm = useConfirmEmail();
  if (isPending) return <LinkWait title="Подтверждение почты" label="Проверяем ссылку" />;
  if (data === undefined)
    return (
      <LinkProblem
        error={error}
        next={
          session === null
            ? { to: '/login', text: 'Войти' }
            : { to: '/settings/security', text: 'К настройкам' }
        }
        onRetry={() => void refetch()}
      />
    );
  if (!confirm.isSuccess)
    return (
      <ConfirmationForm
        {...data}
        busy={confirm.isPending}
        error={confirm.error}
        onConfirm={(password) => confirm.mutate({ link, ...(password === '' ? {} : { password }) })}
      />
    );
  const { done, result } = TEXTS[data.kind];
  const next =
    data.kind === 'undo'
      ? { to: '/forgot-password', text: 'Задать новый пароль' }
      : session === null
        ? { to: '/login', text: 'Войти' }
        : { to: '/home', text: 'На главную' };
  return (
    <div className={styles.art}>
      <Art name="post" />
      <h1 className={styles.title}>{done}</h1>
      <p className={styles.text} role="status">
        {result}
      </p>
      <ButtonLink to={next.to} variant="primary">
        {next.text}
      </ButtonLink>
    </div>
  );
}

type ConfirmationFormProps = ReplyOf<typeof confirmation> & {
  busy: boolean;
  error: unknown;
  onConfirm: (password: string) => void;
};
function ConfirmationForm(props: ConfirmationFormProps) {
  const { kind, name, email, isMine, busy, error, onConfirm } = props;
  const [password, setPassword] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const needsPassword = kind !== 'undo' && !isMine;
  const { title, action, warning } = TEXTS[kind];
  const wrong = isEmpty ? 'Введите пароль' : error ? sentenceOf(error) : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = needsPassword && password === '';
    setEmpty(isMissing);
    if (!isMissing) onConfirm(password);
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>
        {kind === 'factor' ? 'Включена для профиля' : 'Почтой профиля'} «<bdi>{name}</bdi>»
        {kind === 'factor' ? '.' : kind === 'undo' ? ' снова станет ' : ' станет '}
        {kind === 'factor' ? null : (
          <>
            <b>{email}</b>.
          </>
        )}
      </p>
      {needsPassword ? (
        <PasswordField
          label="Пароль этого профиля"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={wrong || undefined}
        />
      ) : (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
      <Button
        variant={kind === 'undo' ? 'danger' : 'primary'}
        size="large"
        wide
        type="submit"
        busy={busy}
      >
        {action}
      </Button>
      <p className={styles.dim}>{warning}</p>
    </Form>
  );
}
