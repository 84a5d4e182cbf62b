import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';
import { Modal } from '#ui/overlays/modal.tsx';

/** Chooses the emoji that a picture stands for. */
export const EmojiDialog = ({
  onPick,
  onClose,
}: {
  onPick: (emoji: string) => void;
  onClose: () => void;
}) => (
  <Modal open size="small" onClose={onClose} title="Эмодзи картинки">
    <EmojiPicker onPick={onPick} />
  </Modal>
);
