import { useState } from 'react';
import { ApiError } from '#lib/network/call.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { CodeField } from './code-field.tsx';

/**
 * Holds the password, and the code if the server asks for one, that a change of how the account is
 * reached needs. Neither is ever stored.
 */
export function useOwnerProof() {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [wrong, setWrong] = useState<{ password?: string; code?: string }>({});
  return {
    password,
    code,
    asksCode,
    wrong,
    setPassword(value: string) {
      setPassword(value);
      setWrong({});
    },
    setCode(value: string) {
      setCode(value);
      setWrong({});
    },
    /** Returns what the call sends, or null if the password is missing. */
    take(): { password: string; code?: string } | null {
      setWrong(password === '' ? { password: 'Введите пароль' } : {});
      return password === '' ? null : { password, ...(asksCode ? { code } : {}) };
    },
    /** Returns whether an error is about the proof; it is then shown at its field. */
    handle(error: unknown): boolean {
      if (!(error instanceof ApiError)) return false;
      if (error.code === 'bad_password') setWrong({ password: error.message });
      else if (error.code === 'bad_code') {
        setWrong(asksCode ? { code: error.message } : { code: 'Введите код из приложения' });
        setAsksCode(true);
      } else return false;
      return true;
    },
    clear() {
      setPassword('');
      setCode('');
      setAsksCode(false);
    },
  };
}

type OwnerProofProps = { proof: ReturnType<typeof useOwnerProof>; helpText?: string };
/** The fields of `useOwnerProof`. */
export function OwnerProof({ proof, helpText }: OwnerProofProps) {
  return (
    <>
      <PasswordField
        label="Пароль"
        autoComplete="current-password"
        helpText={helpText}
        value={proof.password}
        onChange={proof.setPassword}
        error={proof.wrong.password}
      />
      {proof.asksCode ? (
        <CodeField value={proof.code} onChange={proof.setCode} error={proof.wrong.code} autoFocus />
      ) : null}
    </>
  );
}
