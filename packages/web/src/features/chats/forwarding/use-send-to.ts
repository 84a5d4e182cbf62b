import { useState } from 'react';
import { call } from '#lib/network/call.ts';
import { createOnce } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { GROUP, PRIVATE } from '../rooms/conversation-kind.ts';

export type Recipient = { id: string; isGroup: boolean };
/**
 * Sends one text to several conversations. What was sent is not sent again when the member tries
 * once more after an error; a message without an answer stays one message, also after a reload.
 */
export function useSendTo() {
  const [sent] = useState(() => new Set<string>());
  return useMutation({
    mutationFn: async ({ text, to }: { text: string; to: readonly Recipient[] }) => {
      for (const { id, isGroup } of to) {
        const key = `${id} ${text}`;
        if (sent.has(key)) continue;
        await createOnce(`message.${id}`, text, (message, clientId) =>
          call((isGroup ? GROUP : PRIVATE).calls.send, {
            params: { roomId: id },
            body: { message, clientId },
          }),
        );
        sent.add(key);
      }
    },
  });
}
