import { isolateQuoted } from '@respa/contract/characters';
import { Button } from '#ui/forms/button.tsx';
import type { Asked } from './confirm.ts';
import { Modal } from './modal.tsx';

export function ConfirmDialog({ question, open }: { question: Asked; open: boolean }) {
  return (
    <Modal
      open={open}
      onClose={() => question.answer(false)}
      title={question.title}
      size="small"
      actions={
        <>
          <Button
            data-autofocus={question.danger || undefined}
            onClick={() => question.answer(false)}
          >
            Отмена
          </Button>
          <Button
            data-autofocus={!question.danger || undefined}
            variant={question.danger ? 'danger' : 'primary'}
            onClick={() => question.answer(true)}
          >
            {question.action}
          </Button>
        </>
      }
    >
      {question.text ? <p>{isolateQuoted(question.text)}</p> : null}
    </Modal>
  );
}
