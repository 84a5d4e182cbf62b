import { lazy, Suspense, useState } from 'react';
import { dayLine } from '#lib/format.ts';
import { useRoomExtras } from './room-extras.tsx';

const DayDialog = lazy(async () => ({ default: (await import('./day-dialog.tsx')).DayDialog }));

/** The day above its messages; a press opens a calendar. */
export function DayLine({ date, className }: { date: string; className?: string | undefined }) {
  const { leadToDay } = useRoomExtras();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} title="Перейти к дате" onClick={() => setOpen(true)}>{dayLine(date)}</button>
      {isOpen ? <Suspense fallback={null}><DayDialog day={new Date(date)} onPick={leadToDay} onClose={() => setOpen(false)} /></Suspense> : null}
    </>
  );
}
