import { useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as links from '@respa/contract/link-cards';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { invalidateTopic } from '#lib/network/topics.ts';

export type Link = Static<typeof links.LinkCard>;
/** What a card belongs to. */
export type Linked = { kind: links.LinkedKind; id: string };

/** Removes the card of an own message or post. An open room learns of it by its stream. */
export function useRemoveLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: Linked) => call(links.remove, { params: of }),
    onSuccess: () => invalidateTopic(queries, 'link-cards'),
  });
}
