import { IconBrush } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';

type BackgroundButtonProps = {
  busy: boolean;
  /** The choices when the conversation has a background; null means that it has none. */
  items: readonly MenuItem[] | null;
  onChoose: () => void;
};

/** Chooses the background of the conversation. */
export function BackgroundButton({ busy, items, onChoose }: BackgroundButtonProps) {
  const button = { label: 'Фон переписки', icon: <IconBrush />, busy };
  return items === null ? (
    <IconButton {...button} onClick={onChoose} />
  ) : (
    <Menu trigger={<IconButton {...button} />} align="start" items={items} />
  );
}
