import { lazy, Suspense, useContext, type ReactNode } from 'react';
import { InnerLink } from '#ui/media/link-preview.ts';
import type { Link, Linked } from './links-api.ts';

const ExternalCard = lazy(async () => ({
  default: (await import('./external-card.tsx')).ExternalCard,
}));

/** Pixels of a card with and without a description. */
const [WHOLE, SHORT] = [104, 72];

type LinkSlotProps = { of: Linked; link: Link; isMine: boolean };
/**
 * The card of a page of another site, below a text. Its height is known before its code is loaded,
 * except that a reader who has switched cards off sees none.
 */
export function LinkSlot({ of, link, isMine }: LinkSlotProps) {
  const height = link.text === '' && link.picture === null ? SHORT : WHOLE;
  return (
    <Suspense fallback={<div style={{ height, flex: '1 1 100%' }} />}>
      <ExternalCard of={of} link={link} isMine={isMine} height={height} />
    </Suspense>
  );
}

/**
 * The card of the first link of a post: of another site, or of an object that the reader may see.
 */
export function PostLink({
  text,
  link,
  ...of
}: Omit<LinkSlotProps, 'link'> & { text: string; link: Link | undefined }): ReactNode {
  const drawInner = useContext(InnerLink);
  if (link !== undefined)
    return (
      <div style={{ padding: '0 16px 14px' }}>
        <LinkSlot {...of} link={link} />
      </div>
    );
  return text.includes(location.origin) ? drawInner(text) : null;
}
