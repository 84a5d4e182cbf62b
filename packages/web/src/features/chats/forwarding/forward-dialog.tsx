import { sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { useForwarding } from './use-forwarding.ts';
import { RoomChoices } from './room-choices.tsx';
import styles from './forward-dialog.module.css';

/** Chooses the conversations to which the selected messages are forwarded. */
export function ForwardDialog({ messages }: { messages: readonly string[] }) {
  const { rooms, turn, send, submit, close } = useForwarding(messages);
  return (
    <Modal
      open
      onClose={close}
      title={
        messages.length === 1
          ? 'Переслать сообщение'
          : `Переслать ${counted(messages.length, ['сообщение', 'сообщения', 'сообщений'])}`
      }
      size="small"
      actions={
        <>
          <Button onClick={close}>Отмена</Button>
          <Button
            variant="primary"
            busy={send.isPending}
            disabled={rooms.length === 0}
            onClick={submit}
          >
            Переслать
          </Button>
        </>
      }
    >
      <RoomChoices rooms={rooms} onTurn={turn} />
      {send.error ? (
        <p className={styles.error} role="alert">
          {sentenceOf(send.error)}
        </p>
      ) : null}
    </Modal>
  );
}
