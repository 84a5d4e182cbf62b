import { useContext, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isCode, moveParts, type StyledPart } from '@respa/contract/formatting';
import { splitText } from '@respa/contract/rich-text';
import { placeInside } from '#ui/display/rich-text.tsx';
import { IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { LinkPreview } from '#ui/media/link-preview.ts';
import type { Message } from '../../rooms/room-state.ts';
import styles from './link-card.module.css';

/**
 * Returns a card for the first internal link of a message that has a preview. If that link ends the
 * message, it is removed from the text.
 */
export function useLinkCard(
  message: Pick<Message, 'message' | 'mentions' | 'formatting' | 'link'>,
): {
  card: ReactNode;
  text: string;
  formatting: readonly StyledPart[];
} {
  const previewOf = useContext(LinkPreview);
  const { message: whole, formatting } = message;
  if (message.link !== undefined || !whole.includes(location.origin))
    return { card: null, text: whole, formatting };
  const parts = splitText(whole, { origin: location.origin, mentions: message.mentions });
  let end = 0;
  for (const part of parts) {
    end += part.text.length;
    // The card of a link in a spoiler would give it away, and code shows what it says.
    const isCovered = formatting.some(
      ({ style, offset, length }) =>
        (style === 'spoiler' || isCode(style)) && offset < end && offset + length >= end,
    );
    const place =
      part.kind === 'link' && !isCovered ? placeInside(part.href, location.origin) : undefined;
    const shown = place === undefined ? null : previewOf(place);
    if (shown === null) continue;
    const text = whole.endsWith(part.text) ? whole.slice(0, -part.text.length).trimEnd() : whole;
    return {
      card: <div className={styles.card}>{shown}</div>,
      text,
      formatting: moveParts(formatting, 0, text.length),
    };
  }
  return { card: null, text: whole, formatting };
}

export type AttachedLink = ReturnType<typeof useAttachedLink>;
/**
 * Returns the path of the page that the user came to write about. It is sent with the first
 * message.
 */
export function useAttachedLink(): { href: string | null; drop: () => void } {
  const { state, pathname } = useLocation() as {
    state: { attached?: string } | null;
    pathname: string;
  };
  const navigate = useNavigate();
  const [href, setHref] = useState(state?.attached ?? null);
  return {
    href,
    drop() {
      setHref(null);
      void navigate(pathname, { replace: true, state: null });
    },
  };
}
export const withLink = (text: string, href: string | null): string =>
  href === null ? text : `${text}\n${location.origin}${href}`.trim();

/** Shown above the field until the link is sent or removed. */
export function AttachedLinkBar({ href, onDrop }: { href: string | null; onDrop: () => void }) {
  const previewOf = useContext(LinkPreview);
  if (href === null) return null;
  return (
    <div className={styles.bar}>
      <div className={styles.what}>{previewOf(href) ?? href}</div>
      <IconButton label="Не прикреплять" icon={<IconX size={20} />} onClick={onDrop} />
    </div>
  );
}
