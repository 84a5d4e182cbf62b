import { IconPin, IconPinnedOff } from '#ui/icons.ts';
import { duration } from '#lib/text/format.ts';
import { Button } from '#ui/forms/button.tsx';

/** Pins the comment being written to the playing second, or unpins it. */
export function PinButton({
  second,
  now,
  onChange,
}: {
  second: number | null;
  now: () => number;
  onChange: (second: number | null) => void;
}) {
  if (second === null)
    return (
      <Button
        size="small"
        variant="plain"
        icon={<IconPin size={16} aria-hidden="true" />}
        onClick={() => onChange(Math.floor(now()))}
      >
        Привязать к моменту
      </Button>
    );
  return (
    <Button
      size="small"
      variant="soft"
      icon={<IconPinnedOff size={16} aria-hidden="true" />}
      onClick={() => onChange(null)}
    >
      Момент {duration(second)}: открепить
    </Button>
  );
}
