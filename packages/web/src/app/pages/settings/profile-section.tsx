import { useEffect, useRef, useState } from 'react';
import { EditForm, useMe } from '#features/profile/parts.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';

/** The form of the member's profile. Each save starts it again with what was saved. */
export function ProfileSection() {
  const me = useMe();
  const [saves, setSaves] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  // The pressed button belonged to the form before this one: the focus moves to the same button.
  useEffect(() => {
    if (saves > 0)
      form
        .current!.querySelector<HTMLElement>('button[type="submit"]')!
        .focus({ preventScroll: true });
  }, [saves]);
  if (me.data === undefined)
    return (
      <Card>
        {me.isError ? (
          <ErrorState onRetry={() => void me.refetch()} />
        ) : (
          <PeopleSkeleton rows={8} />
        )}
      </Card>
    );
  return (
    <Stack ref={form}>
      <EditForm key={saves} user={me.data.user} onSaved={() => setSaves((count) => count + 1)} />
    </Stack>
  );
}
