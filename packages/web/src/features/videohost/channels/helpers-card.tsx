import { displayName } from '@respa/contract/characters';
import { PersonRow } from '#features/people/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import listStyles from '#ui/layout/list-row.module.css';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import type { Channel } from '../api.ts';
import { useHelpers, useSetHelper } from '../editing/editing-api.ts';
import { HelperSearch } from './helper-search.tsx';

/**
 * The helpers of a channel, who upload and moderate beside its owner. Subscribers are made helpers
 * here.
 */
export function HelpersCard({ channel }: { channel: Channel }) {
  const helpers = useHelpers(channel._id);
  const set = useSetHelper(channel._id);
  const have = new Set([channel.admin, ...(helpers.data?.map(({ _id }) => _id) ?? [])]);
  const turn = (userId: string, on: boolean) =>
    set.mutate(
      { userId, on },
      { onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }) },
    );
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Помощники" {...(helpers.data ? { count: helpers.data.length } : {})} />
      </div>
      {helpers.isPending ? <PeopleSkeleton rows={1} avatar={52} /> : null}
      {helpers.isError && !helpers.data ? (
        <ErrorState small onRetry={() => void helpers.refetch()} />
      ) : null}
      <ul className={listStyles.rows}>
        {helpers.data?.map((person) => (
          <PersonRow key={person._id} person={person}>
            <Button
              size="small"
              onClick={() => turn(person._id, false)}
              aria-label={`Убрать помощника: ${displayName(person)}`}
            >
              Убрать
            </Button>
          </PersonRow>
        ))}
      </ul>
      <HelperSearch have={have} onAdd={(userId) => turn(userId, true)} />
    </Card>
  );
}
