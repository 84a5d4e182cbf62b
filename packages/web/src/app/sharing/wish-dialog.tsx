import { ask, type Wish } from '#features/sharing/parts.ts';
import { BookmarkDialog } from './bookmark-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { SharersDialog } from './sharers-dialog.tsx';

/** The dialog that a button or a menu item of an object asks for. */
export function WishDialog({ wish: { act, of } }: { wish: Wish }) {
  const close = () => ask(null);
  if (act === 'share') return <ShareDialog of={of} onClose={close} />;
  if (act === 'sharers') return <SharersDialog of={of} onClose={close} />;
  return <BookmarkDialog of={of} onClose={close} />;
}
