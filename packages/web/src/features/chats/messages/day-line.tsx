import { dayLine } from '#lib/text/format.ts';
import { useToday } from '#lib/browser/now.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';

/** The date above its messages; a press opens a calendar. */
export function DayLine({ date, className }: { date: string; className?: string | undefined }) {
  const { setCalendar } = useRoomExtras();
  const today = useToday();
  return (
    <button
      type="button"
      className={className}
      title="Перейти к дате"
      onClick={() => setCalendar(new Date(date))}
    >
      {dayLine(date, `${today}T12:00`)}
    </button>
  );
}
