import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';
import { Modal } from '#ui/overlays/modal.tsx';

/** All emoji, for a reaction that is not among the quick ones. */
export function ReactionDialog({
  onPick,
  onClose,
}: {
  onPick: (emoji: string) => void;
  onClose: () => void;
}) {
  return (
    <Modal open onClose={onClose} title="Реакция" size="small">
      <EmojiPicker
        onPick={(emoji) => {
          onPick(emoji);
          onClose();
        }}
      />
    </Modal>
  );
}
