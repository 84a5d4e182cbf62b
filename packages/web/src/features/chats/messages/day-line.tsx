import { dayLine } from '#lib/format.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';

/** The date above its messages; a press opens a calendar. */
export function DayLine({ date, className }: { date: string; className?: string | undefined }) {
  const { setCalendar } = useRoomExtras();
  return (
    <button
      type="button"
      className={className}
      title="Перейти к дате"
      onClick={() => setCalendar(new Date(date))}
    >
      {dayLine(date)}
    </button>
  );
}
