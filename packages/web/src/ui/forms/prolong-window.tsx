import type { FormEvent, ReactNode } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { Button } from './button.tsx';

type ProlongWindowProps = {
  /** The number of days, as it is sent. */
  days: string;
  prolong: {
    isPending: boolean;
    mutate: (days: string, handlers: { onSuccess: () => void }) => void;
  };
  onClose: () => void;
  /** The field for the days. */
  children: ReactNode;
};

/** The window that asks for how many more days an offer or an ad is shown. */
export function ProlongWindow({ days, prolong, onClose, children }: ProlongWindowProps) {
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!prolong.isPending)
      prolong.mutate(days, {
        onSuccess: () => {
          onClose();
          showToast('Срок продлён', { tone: 'good' });
        },
      });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Сколько ещё показывать"
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={prolong.isPending} onClick={() => submit()}>
            Продлить
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>{children}</form>
    </Modal>
  );
}
