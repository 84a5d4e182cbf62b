import { useState, type FormEvent } from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useChangeEmail } from '../security-api.ts';

/** Holds the new email address that the member enters, and asks for the change. */
export function useEmailChange() {
  const [input, setInput] = useState('');
  const [wrong, setWrong] = useState<string>();
  const change = useChangeEmail();
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
  return { input, setInput, wrong, setWrong, isPending: change.isPending, submit };
}
