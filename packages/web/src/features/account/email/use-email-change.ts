import { useState, type FormEvent } from 'react';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useChangeEmail } from '../security-api.ts';
import { useOwnerProof } from '../owner-proof.tsx';

/** Holds the new email address and the password that the member enters, and asks for the change. */
export function useEmailChange() {
  const [input, setInput] = useState('');
  const [wrong, setWrong] = useState<string>();
  const proof = useOwnerProof();
  const change = useChangeEmail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = input.trim();
    setWrong(email === '' ? 'Введите почту' : undefined);
    const proven = proof.take();
    if (email === '' || proven === null || change.isPending) return;
    change.mutate(
      { email, ...proven },
      {
        onSuccess: ({ pending }) => {
          proof.clear();
          if (pending === null) setWrong('Это и есть ваша почта');
          else setInput('');
        },
        onError: (error) => {
          if (proof.handle(error)) return;
          setWrong(
            error instanceof ApiError
              ? (error.fields['email'] ?? error.message)
              : sentenceOf(error),
          );
        },
      },
    );
  };
  return { input, setInput, wrong, setWrong, proof, isPending: change.isPending, submit };
}
