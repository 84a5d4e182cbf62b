import { Button } from '#ui/forms/button.tsx';

/** Begins and ends the editing of a block of the own page: its marks are shown only then. */
export function EditSwitch({
  isOn,
  what,
  onTurn,
}: {
  isOn: boolean;
  /** What is edited: 'список друзей'. */
  what: string;
  onTurn: (isOn: boolean) => void;
}) {
  return (
    <Button
      size="small"
      variant="plain"
      aria-label={isOn ? `Готово: ${what}` : `Изменить ${what}`}
      onClick={() => onTurn(!isOn)}
    >
      {isOn ? 'Готово' : 'Изменить'}
    </Button>
  );
}
