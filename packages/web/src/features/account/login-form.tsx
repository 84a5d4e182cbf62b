import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useLogin } from './api.ts';
import { SecondStep } from './second-step.tsx';
import styles from './form.module.css';

/** Signs the user in and navigates to the page requested before. */
export function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState<{ email?: string; password?: string }>({});
  const [over, setOver] = useState<string>();
  const login = useLogin();
  const navigate = useNavigate();
  const location = useLocation();
  const wanted = (location.state as { from?: string; note?: string } | null) ?? {};
  const [challenge, setChallenge] = useState<string | null>(null);
  const isSuspended = login.error instanceof ApiError && login.error.code === 'suspended';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(email.trim() === '' ? { email: 'Введите почту' } : {}),
      ...(password === '' ? { password: 'Введите пароль' } : {}),
    };
    setEmpty(missing);
    setOver(undefined);
    if (Object.keys(missing).length > 0) return;
    login.mutate(
      { email, password },
      {
        onSuccess: navigateTo,
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'second_factor')
            setChallenge(String(error.body['challenge']));
        },
      },
    );
  };
  const navigateTo = (activated: boolean) =>
    navigate(activated ? (wanted.from ?? '/home') : '/notactivated', { replace: true });
  const restartStreams = (why?: string) => {
    setChallenge(null);
    setOver(why);
    setPassword('');
    login.reset();
  };
  if (challenge !== null)
    return <SecondStep challenge={challenge} onDone={navigateTo} onOver={restartStreams} />;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Вход</h1>
      {wanted.note ? (
        <p className={styles.good} role="status">
          {wanted.note}
        </p>
      ) : null}
      <TextField
        label="Почта"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        required
        value={email}
        onChange={setEmail}
        error={empty.email}
      />
      <PasswordField
        label="Пароль"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        error={empty.password}
      />
      {isSuspended ? (
        <div className={styles.shut} role="alert">
          <b>Вход закрыт</b>
          <p>{login.error?.message}</p>
          <p>
            Если вы считаете, что это ошибка, <Link to="/support">напишите в поддержку</Link>.
          </p>
        </div>
      ) : over !== undefined ? (
        <p className={styles.wrong} role="alert">
          {over}
        </p>
      ) : login.error ? (
        <p className={styles.wrong} role="alert">
          {login.error instanceof ApiError
            ? login.error.errors.join('. ')
            : sentenceOf(login.error)}
        </p>
      ) : null}
      <Button variant="primary" size="large" wide type="submit" busy={login.isPending}>
        Войти
      </Button>
      <p className={styles.links}>
        <Link to="/forgot-password">Забыли пароль?</Link>
        <Link to="/register">Регистрация</Link>
      </p>
    </Form>
  );
}
