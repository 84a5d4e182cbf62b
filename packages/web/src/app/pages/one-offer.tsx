import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useOffer } from '#features/classifieds/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { PageSkeleton } from '#ui/feedback/skeleton.tsx';

type Offer = NonNullable<ReturnType<typeof useOffer>['data']>;
/** A page about the offer in the address; with `forOwner`, only for its author. */
export function WithOffer({
  title,
  forOwner = false,
  children,
}: {
  title?: string;
  forOwner?: boolean;
  children: (offer: Offer) => ReactNode;
}) {
  const found = useOffer(useParams()['id'] ?? '');
  const me = useMyId();
  const offer = found.data;
  const name = title ?? offer?.title ?? 'Объявление';
  usePageTitle(name);
  if (
    (found.error instanceof ApiError && found.error.status === 404) ||
    (forOwner && offer !== undefined && offer.user !== me)
  ) {
    return (
      <>
        <HiddenHead title={name} />
        <NotFoundState
          text="Такого объявления нет"
          more="Возможно, вещь уже продали или срок объявления вышел."
          action={<ButtonLink to="/ad/main">К объявлениям</ButtonLink>}
        />
      </>
    );
  }
  if (found.isError && offer === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <ErrorState onRetry={() => void found.refetch()} />
      </>
    );
  if (offer === undefined)
    return (
      <>
        <HiddenHead title={name} />
        <PageSkeleton />
      </>
    );
  return children(offer);
}
