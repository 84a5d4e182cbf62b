import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Modal } from '#ui/overlays/modal.tsx';

type CommentersWindowProps<Value extends string> = {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onSave: (value: Value) => Promise<unknown>;
  onClose: () => void;
};
/** Changes who may comment on an existing post. */
export function CommentersWindow<Value extends string>({
  value,
  options,
  onSave,
  onClose,
}: CommentersWindowProps<Value>) {
  const [chosen, setChosen] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const save = () => {
    if (chosen === value) return onClose();
    setBusy(true);
    onSave(chosen).then(onClose, (error: unknown) => {
      setBusy(false);
      setWrong(sentenceOf(error));
    });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Кто может комментировать"
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={isBusy} onClick={save}>
            Сохранить
          </Button>
        </>
      }
    >
      <Select
        label="Кто может комментировать"
        hideLabel
        value={chosen}
        options={options}
        onChange={setChosen}
        error={wrong || undefined}
        helpText="Комментарии, которые уже написаны, останутся."
      />
    </Modal>
  );
}
