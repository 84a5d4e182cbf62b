import { useState, type FormEvent } from 'react';
import { isBlank } from '@respa/contract/characters';
import { EVENTS } from '@respa/contract/limits';
import { useKeptState } from '#lib/member/kept-state.ts';
import { wrongFieldsOf } from '#lib/network/wrong-fields.ts';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { usePickedPictures } from '#ui/files/use-pictures.ts';
import { useSendEvent, type Event } from './api.ts';

export type PictureSlotName = 'file' | 'file2';
type Wrong = Partial<Record<string, string>>;
export type EventForm = ReturnType<typeof useEventForm>;
const WHOLE = /^\d{1,4}$/;

/** Returns the texts of the form for an event, or for a new one. */
function textsOf(event: Event | undefined) {
  const [year = String(EVENTS.year), month = '', day = ''] =
    event?.date.split('-').map((part) => String(Number(part))) ?? [];
  return {
    text: event?.text ?? '',
    year,
    month,
    day,
    time: event?.time ?? '',
    information: event?.information ?? '',
    visibility: event?.visibility ?? '',
    sort: String(event?.sort ?? 0),
  };
}
type Texts = ReturnType<typeof textsOf>;
/** Returns the errors of the fields that the server would refuse. */
const findWrong = (text: Texts): Wrong => ({
  ...(isBlank(text.text) ? { text: 'Опишите событие' } : {}),
  ...(WHOLE.test(text.year) ? {} : { year: 'Год: от 1900 до 2200' }),
  ...(text.month === '' ? { month: 'Выберите месяц' } : {}),
  ...(WHOLE.test(text.day) ? {} : { day: 'День: от 1 до 31' }),
});

/** Holds the event being written. Each error is kept at its field. */
export function useEventForm(event: Event | undefined, onDone: () => void) {
  const place = `event.${event?._id ?? 'new'}`;
  const [start] = useState(() => ({
    ...textsOf(event),
    isInteresting: event?.interesting ?? false,
    removed: { file: false, file2: false },
  }));
  const [{ isInteresting, removed, ...text }, setText, forgetText, isRestored] = useKeptState(
    place,
    start,
  );
  const [wrong, setWrong] = useState<Wrong>({});
  const send = useSendEvent(event?._id ?? null);
  const rulesOf = (slot: PictureSlotName) => ({
    place: `${place}.${slot}`,
    limit: 1,
    tooMany: 'Выберите одну картинку',
    onRefuse: (refusal: string) => setWrong((before) => ({ ...before, [slot]: refusal })),
  });
  const pictures = {
    file: usePickedPictures(rulesOf('file')),
    file2: usePickedPictures(rulesOf('file2')),
  };
  const forget = () => {
    forgetText();
    pictures.file.clear();
    pictures.file2.clear();
  };
  const isChanged =
    JSON.stringify({ ...text, isInteresting, removed }) !== JSON.stringify(start) ||
    pictures.file.files.length + pictures.file2.files.length > 0;
  useLeaveQuestion(event !== undefined && isChanged, forget);
  const put = (field: keyof Texts) => (value: string) => {
    setText((before) => ({ ...before, [field]: value }));
    setWrong((before) => ({ ...before, [field]: undefined }));
  };
  const submit = (pressed: FormEvent) => {
    pressed.preventDefault();
    if (send.isPending) return;
    const found = findWrong(text);
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    const [year, month, day] = [Number(text.year), Number(text.month), Number(text.day)];
    send.mutate(
      {
        text: { ...text, year, month, day, interesting: isInteresting },
        file: pictures.file.files[0]?.file,
        file2: pictures.file2.files[0]?.file,
        removed,
      },
      {
        onSuccess: () => {
          forget();
          onDone();
        },
        onError: (error) => setWrong(wrongFieldsOf(error)),
      },
    );
  };
  return {
    text,
    put,
    isInteresting,
    setInteresting: (is: boolean) => setText((before) => ({ ...before, isInteresting: is })),
    pictures,
    removed,
    remove: (slot: PictureSlotName) =>
      setText((before) => ({ ...before, removed: { ...before.removed, [slot]: true } })),
    wrong,
    isBusy: send.isPending,
    submit,
    restored: { isRestored, forget },
  };
}
