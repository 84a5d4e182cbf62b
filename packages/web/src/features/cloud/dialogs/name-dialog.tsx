import { useId, useState } from 'react';
import { CLOUD } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { TextField } from '#ui/forms/text-field.tsx';

type NameDialogProps = {
  /** Where the name is kept while it is written. */
  place: string;
  title: string;
  label: string;
  action: string;
  name: string;
  onName: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a name and shows the server's error in red below it. */
export function NameDialog({
  place,
  title,
  label,
  action,
  name,
  onName,
  onClose,
}: NameDialogProps) {
  const [typed, setTyped, forget] = useKeptState(place, name);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useId();
  const submit = async () => {
    setBusy(true);
    try {
      await onName(typed);
      forget();
      onClose();
    } catch (failure) {
      setError(sentenceOf(failure));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" type="submit" form={form} busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <TextField
          label={label}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setError('');
          }}
          error={error}
          maxLength={CLOUD.name}
          data-autofocus
          autoComplete="off"
          onFocus={({ currentTarget }) => {
            const dot = currentTarget.value.lastIndexOf('.');
            currentTarget.setSelectionRange(0, dot > 0 ? dot : currentTarget.value.length);
          }}
        />
      </Form>
    </Modal>
  );
}
