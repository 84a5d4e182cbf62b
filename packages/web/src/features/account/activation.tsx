import { useState, type FormEvent } from 'react';
import { Navigate, useParams } from 'react-router';
import { activation } from '@respa/contract/account';
import { LENGTHS } from '@respa/contract/limits';
import type { ReplyOf } from '@respa/contract/route';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { takeReturn } from '#lib/navigation/return-place.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useActivate, useActivation } from './api.ts';
import { LinkProblem } from './link-problem.tsx';
import { LinkWait } from './link-wait.tsx';
import styles from './form.module.css';

/**
 * The page behind the activation link. Opening it changes nothing, because mail scanners open
 * links: the owner of the mailbox presses a button.
 */
export function Activation() {
  const { link = '' } = useParams();
  const { data, error, isPending, refetch } = useActivation(link);
  if (isPending) return <LinkWait title="Активация" label="Проверяем ссылку" />;
  if (data === undefined)
    return (
      <LinkProblem
        error={error}
        next={{ to: '/login', text: 'Войти' }}
        onRetry={() => void refetch()}
      />
    );
  if (data.isUsed)
    return <Navigate to="/login" replace state={{ note: 'Почта уже подтверждена. Войдите.' }} />;
  return <ActivationForm link={link} {...data} />;
}

type ActivationFormProps = { link: string } & ReplyOf<typeof activation>;
function ActivationForm({ link, email, name, isMine }: ActivationFormProps) {
  const [password, setPassword] = useState('');
  const [isNew, setNew] = useState(false);
  const [wrong, setWrong] = useState('');
  const activate = useActivate();
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = isMine
      ? ''
      : password === ''
        ? 'Введите пароль'
        : isNew && password.length < LENGTHS.password.min
          ? 'Пароль должен быть не короче 8 символов'
          : '';
    setWrong(found);
    if (found !== '') return;
    activate.mutate(
      { link, ...(isMine ? {} : isNew ? { newPassword: password } : { password }) },
      {
        onSuccess: () => navigate(takeReturn(), { replace: true }),
        onError: (error) =>
          error instanceof ApiError && error.code === 'link_used'
            ? navigate('/login', { replace: true, state: { note: `${error.message}. Войдите.` } })
            : setWrong(sentenceOf(error)),
      },
    );
  };
  const turn = () => {
    setNew(!isNew);
    setPassword('');
    setWrong('');
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Подтвердите почту</h1>
      <p className={styles.text}>
        На почту <b>{email}</b> зарегистрирован профиль «<bdi>{name}</bdi>».
        {isNew
          ? ' Почта ваша, поэтому пароль можно задать заново: прежний перестанет действовать.'
          : ''}
      </p>
      {isMine ? (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      ) : (
        <PasswordField
          key={String(isNew)}
          label={isNew ? 'Новый пароль' : 'Пароль, указанный при регистрации'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          helpText={isNew ? 'Не короче 8 символов' : undefined}
          autoFocus
          required
          value={password}
          onChange={setPassword}
          error={wrong || undefined}
        />
      )}
      <Button variant="primary" size="large" wide type="submit" busy={activate.isPending}>
        {isNew ? 'Задать пароль и подтвердить почту' : 'Подтвердить почту'}
      </Button>
      {isMine ? null : (
        <Button variant="plain" wide onClick={turn}>
          {isNew ? 'Я помню пароль' : 'Задать новый пароль'}
        </Button>
      )}
      <p className={styles.dim}>
        Это не ваша регистрация? Закройте страницу: без подтверждения профиль удалится через три
        дня.
      </p>
    </Form>
  );
}
