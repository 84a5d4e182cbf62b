import { Button } from '#ui/forms/button.tsx';
import { hasPasskeys } from './passkey-browser.ts';
import { usePasskeySignIn } from './api.ts';
import { passkeySentence } from './passkey-words.ts';
import styles from '../form.module.css';

/**
 * Signs in with a passkey instead of the password and the code. Absent where the browser has none.
 */
export function PasskeySignIn({ onDone }: { onDone: (activated: boolean) => void }) {
  const signIn = usePasskeySignIn();
  if (!hasPasskeys()) return null;
  return (
    <>
      <Button
        size="large"
        wide
        busy={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onDone })}
      >
        Использовать ключ доступа
      </Button>
      {signIn.error ? (
        <p className={styles.wrong} role="alert">
          {passkeySentence(signIn.error)}
        </p>
      ) : null}
    </>
  );
}
