import { useState, type ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { IconAdjustments } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';

/** The button that opens the filters on windows without a second column. */
export function FilterSheet({ chosen, children }: { chosen: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant={chosen > 0 ? 'soft' : 'quiet'}
        icon={<IconAdjustments size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {chosen > 0 ? `Фильтры: ${chosen}` : 'Фильтры'}
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Фильтры"
        size="small"
        actions={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Показать людей
          </Button>
        }
      >
        {children}
      </Modal>
    </>
  );
}
