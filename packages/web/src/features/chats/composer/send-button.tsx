import type { RefObject } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconCheck, IconMicrophone, IconSend2 } from '#ui/icons.ts';

type SendButtonProps = {
  /** There is nothing to send: the button records a voice message instead. */
  isEmpty: boolean;
  isEditing: boolean;
  isSaving: boolean;
  microphone: RefObject<HTMLButtonElement | null>;
  onRecord: () => void;
};

/** The last button of the composer: records, sends or saves. */
export function SendButton({
  isEmpty,
  isEditing,
  isSaving,
  microphone,
  onRecord,
}: SendButtonProps) {
  return isEmpty ? (
    <IconButton
      ref={microphone}
      variant="primary"
      label="Записать голосовое сообщение"
      icon={<IconMicrophone />}
      // The second click of a double click on «Отправить» lands here.
      onClick={({ detail }) => {
        if (detail <= 1) onRecord();
      }}
    />
  ) : (
    <IconButton
      type="submit"
      variant="primary"
      label={isEditing ? 'Сохранить' : 'Отправить'}
      icon={isEditing ? <IconCheck /> : <IconSend2 />}
      busy={isSaving}
    />
  );
}
