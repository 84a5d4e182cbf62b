import { LENGTHS } from '@respa/contract/limits';
import { Button } from '#ui/forms/button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './alt-dialog.module.css';

type AltDialogProps = {
  src: string | undefined;
  alt: string;
  onChange: (alt: string) => void;
  onClose: () => void;
};
/** Describes a picture for those who do not see it. What is typed is kept at once. */
export function AltDialog({ src, alt, onChange, onClose }: AltDialogProps) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Описание картинки"
      size="small"
      actions={
        <Button variant="primary" onClick={onClose}>
          Готово
        </Button>
      }
    >
      <img className={styles.picture} src={src} alt="" />
      <TextArea
        label="Описание"
        helpText="Его прочитают программы для незрячих, и увидят все, кто нажмёт «ALT»."
        minRows={2}
        maxRows={6}
        limit={LENGTHS.alt}
        value={alt}
        onChange={onChange}
        autoFocus
      />
    </Modal>
  );
}
