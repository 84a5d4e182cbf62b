import { Form } from '#ui/forms/form.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Button } from '#ui/forms/button.tsx';
import type { useEmailChange } from './use-email-change.ts';
import { OwnerProof } from '../owner-proof.tsx';
import styles from '../form.module.css';

/** Asks for a new email address. */
export function EmailForm({ form }: { form: ReturnType<typeof useEmailChange> }) {
  const { input, setInput, wrong, setWrong, proof, isPending, submit } = form;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField
        label="Новая почта"
        type="email"
        autoComplete="email"
        inputMode="email"
        value={input}
        onChange={(value) => {
          setInput(value);
          setWrong(undefined);
        }}
        error={wrong}
      />
      {input === '' ? null : (
        <OwnerProof proof={proof} helpText="Чтобы почту не сменил кто-то другой" />
      )}
      <div>
        <Button type="submit" variant="soft" busy={isPending}>
          Сменить почту
        </Button>
      </div>
    </Form>
  );
}
