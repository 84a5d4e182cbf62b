import { useState, type FormEvent } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useForgot, useReturnLink, useReturnPassword } from './api.ts';
import { LinkWait } from './link-wait.tsx';
import styles from './form.module.css';

export function ForgotForm() {
  const [email, setEmail] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const forgot = useForgot();
  if (forgot.isSuccess) {
    return (
      <div className={styles.form} role="status">
        <h1 className={styles.title}>Проверьте почту</h1>
        <p className={styles.text}>
          Если профиль с адресом {email.trim()} есть, мы уже отправили туда письмо со ссылкой. Она
          работает один час.
        </p>
        <ButtonLink to="/login" wide>
          Ко входу
        </ButtonLink>
        <p className={styles.links}>
          <Link to="/support">Письмо не приходит? Напишите нам</Link>
        </p>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(isBlank(email));
    if (!isBlank(email)) forgot.mutate(email);
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Новый пароль</h1>
      <p className={styles.text}>Напишите почту своего профиля, и мы пришлём ссылку.</p>
      <TextField
        label="Почта"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        required
        value={email}
        onChange={setEmail}
        error={isEmpty ? 'Введите почту' : forgot.error ? sentenceOf(forgot.error) : undefined}
      />
      <Button variant="primary" size="large" wide type="submit" busy={forgot.isPending}>
        Прислать ссылку
      </Button>
      <p className={styles.links}>
        <Link to="/login">Вспомнили? Войти</Link>
      </p>
    </Form>
  );
}

export function ReturnForm() {
  const { id = '', link = '' } = useParams();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [wrong, setWrong] = useState('');
  const check = useReturnLink(id, link);
  const change = useReturnPassword();
  const navigate = useNavigate();
  if (check.isPending) return <LinkWait title="Новый пароль" label="Проверяем ссылку" />;
  if (check.isError) return <ErrorState onRetry={() => void check.refetch()} small />;
  // The spec redirects a user with any other link to the landing page. After a success the link is
  // used up, so it is not checked again.
  if (!check.data.ok) return <Navigate to="/greeting" replace />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found =
      password === '' || repeated === ''
        ? 'Где-то не введен пароль'
        : password !== repeated
          ? 'Пароли не совпадают'
          : password.length < LENGTHS.password.min
            ? 'Пароль должен быть не короче 8 символов'
            : '';
    setWrong(found);
    if (found === '')
      change.mutate(
        { id, link, password },
        {
          onSuccess: () =>
            navigate('/login', {
              replace: true,
              state: { note: 'Пароль изменён. Войдите с новым.' },
            }),
        },
      );
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Новый пароль</h1>
      <PasswordField
        label="Новый пароль"
        autoComplete="new-password"
        autoFocus
        required
        value={password}
        onChange={setPassword}
        helpText="Не короче 8 символов"
      />
      <PasswordField
        label="Ещё раз"
        autoComplete="new-password"
        required
        value={repeated}
        onChange={setRepeated}
        error={wrong || (change.error ? sentenceOf(change.error) : undefined)}
      />
      <Button variant="primary" size="large" wide type="submit" busy={change.isPending}>
        Сохранить
      </Button>
    </Form>
  );
}
