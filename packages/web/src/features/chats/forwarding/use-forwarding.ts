import { useState } from 'react';
import { showToast } from '#ui/feedback/toasts.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import { useForward } from '../messages/extras-api.ts';
import { randomId } from '#lib/browser/random-id.ts';

/** Chooses rooms and forwards the selected messages to them. */
export function useForwarding(messages: readonly string[]) {
  const { forward, choose } = useRoomExtras();
  const [rooms, setRooms] = useState<readonly string[]>([]);
  // One press of the button is one forward, however often it is sent.
  const [clientId] = useState(() => randomId());
  const send = useForward();
  const close = () => forward(null);
  const turn = (id: string) =>
    setRooms(rooms.includes(id) ? rooms.filter((one) => one !== id) : [...rooms, id]);
  const submit = () =>
    send.mutate(
      { messages: [...messages], rooms: [...rooms], clientId },
      {
        onSuccess: () => {
          close();
          choose(null);
          showToast(messages.length === 1 ? 'Сообщение переслано' : 'Сообщения пересланы', {
            tone: 'good',
          });
        },
      },
    );
  return { rooms, turn, send, submit, close };
}
