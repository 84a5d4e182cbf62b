import { IconLink } from '#ui/icons.ts';
import { copyText } from '#ui/feedback/copy-text.ts';
import { Button } from './button.tsx';

/** Copies the address of a page of this site. `path` begins with a slash. */
export const CopyLinkButton = ({ path }: { path: string }) => (
  <Button
    size="small"
    variant="soft"
    icon={<IconLink size={18} aria-hidden="true" />}
    onClick={() => void copyText(`${location.origin}${path}`, 'Ссылка скопирована')}
  >
    Скопировать ссылку
  </Button>
);
