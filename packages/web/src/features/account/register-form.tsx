import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { isBlank } from '@respa/contract/characters';
import { LENGTHS } from '@respa/contract/limits';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { useFields } from '#ui/forms/use-fields.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { BirthdayField } from './person-fields/birthday-field.tsx';
import { NameFields } from './person-fields/name-fields.tsx';
import { PlaceFields } from './person-fields/place-fields.tsx';
import { useRegister } from './api.ts';
import styles from './form.module.css';

const EMPTY = { name: '', surname: '', age: '', email: '', country: '', city: '' };
const NO_PASSWORDS = { password: '', repeated: '' };
type Fields = typeof EMPTY & typeof NO_PASSWORDS;
type Wrong = Partial<Record<keyof Fields, string>>;

/** Runs the documented checks and returns the documented messages. */
export function checkRegistration(input: Fields): Wrong {
  const wrong: Wrong = {};
  if (isBlank(input.name)) wrong.name = 'Введите имя';
  if (isBlank(input.surname)) wrong.surname = 'Введите фамилию';
  if (input.age === '') wrong.age = 'Введите дату рождения';
  if (isBlank(input.email)) wrong.email = 'Введите почту';
  if (input.password === '' || input.repeated === '')
    wrong[input.password === '' ? 'password' : 'repeated'] = 'Где-то не введен пароль';
  else if (input.password !== input.repeated) wrong.repeated = 'Пароли не совпадают';
  else if (input.password.length < LENGTHS.password.min)
    wrong.password = 'Пароль должен быть не короче 8 символов';
  return wrong;
}

export function RegisterForm() {
  const { input, setWrong, field, forget } = useFields('register', EMPTY, NO_PASSWORDS);
  const registration = useRegister();
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkRegistration(input);
    if (Object.keys(found).length > 0) return setWrong(found);
    const { repeated: _, ...body } = input;
    registration.mutate(body, {
      onSuccess: () => {
        forget();
        navigate('/notactivated');
      },
      onError: (error) => {
        if (error instanceof ApiError) setWrong(error.fields);
      },
    });
  };
  const unplaced =
    registration.error instanceof ApiError &&
    Object.keys(registration.error.fields).some((name) => name in input)
      ? null
      : registration.error;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.title}>Регистрация</h1>
      <NameFields field={field} autoFocus />
      <BirthdayField {...field('age')} />
      <TextField
        label="Почта"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        helpText="На неё придёт ссылка для активации"
        {...field('email')}
      />
      <PlaceFields field={field} />
      <PasswordField
        label="Пароль"
        autoComplete="new-password"
        required
        helpText="Не короче 8 символов"
        {...field('password')}
      />
      <PasswordField
        label="Пароль ещё раз"
        autoComplete="new-password"
        required
        {...field('repeated')}
      />
      {unplaced ? (
        <p className={styles.wrong} role="alert">
          {unplaced instanceof ApiError ? unplaced.errors.join('. ') : sentenceOf(unplaced)}
        </p>
      ) : null}
      <Button variant="primary" size="large" wide type="submit" busy={registration.isPending}>
        Зарегистрироваться
      </Button>
      <p className={styles.links}>
        <Link to="/login">Уже есть профиль? Войти</Link>
      </p>
    </Form>
  );
}
