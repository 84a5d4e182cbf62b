import { useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { isBlank } from '@respa/contract/characters';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { ApiError } from '#lib/network/call.ts';
import { getSession } from '#lib/network/session.ts';
import { readFormerMember } from '#lib/member/one-member.ts';
import { useLogin } from './api.ts';

/** Holds what is entered to sign in, signs in, and asks for the second step if there is one. */
export function useLoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState<{ email?: string; password?: string }>({});
  const [over, setOver] = useState<string>();
  const login = useLogin();
  const navigate = useNavigate();
  const location = useLocation();
  const wanted = (location.state as { from?: string; note?: string } | null) ?? {};
  const [former] = useState(readFormerMember);
  const note =
    wanted.note ??
    (former !== null && wanted.from !== undefined
      ? 'Сессия закончилась. Войдите, и мы вернём вас туда, где вы были.'
      : undefined);
  const [challenge, setChallenge] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(isBlank(email) ? { email: 'Введите почту' } : {}),
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
  const navigateTo = (activated: boolean) => {
    // The page of one member is nothing to another one.
    const isSame = former === null || former === getSession()?.userId;
    const from = (isSame ? wanted.from : undefined) ?? '/home';
    navigate(activated ? from : '/notactivated', { replace: true });
  };
  const startOver = (why?: string) => {
    setChallenge(null);
    setOver(why);
    setPassword('');
    login.reset();
  };
  return {
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
  };
}
