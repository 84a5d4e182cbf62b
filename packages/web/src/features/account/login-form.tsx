import { Link } from 'react-router';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { LoginProblem } from './login-problem.tsx';
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx';
import { useLoginForm } from './use-login-form.ts';
import { SecondStep } from './second-step.tsx';
import styles from './form.module.css';

/** Signs the user in and navigates to the page requested before. */
export function LoginForm() {
  const {
    email,
    setEmail,
    password,
    setPassword,
    empty,
    over,
    login,
    challenge,
    note,
    submit,
    navigateTo,
    startOver,
  } = useLoginForm();
  if (challenge !== null)
    return <SecondStep challenge={challenge} onDone={navigateTo} onOver={startOver} />;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Вход</h1>
      {note === undefined ? null : (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
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
      <LoginProblem error={login.error} over={over} />
      <Button variant="primary" size="large" wide type="submit" busy={login.isPending}>
        Войти
      </Button>
      <PasskeySignIn onDone={navigateTo} />
      <p className={styles.links}>
        <Link to="/forgot-password">Забыли пароль?</Link>
        <Link to="/register">Регистрация</Link>
      </p>
    </Form>
  );
}
