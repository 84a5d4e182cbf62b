import type { FormEvent } from 'react';
import { parseLifetime, parsePrice } from '@respa/contract/classified-rules';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import { useNaming } from '#features/people/parts.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { wrongFieldsOf } from '#lib/network/wrong-fields.ts';
import { useFormTexts } from '#ui/forms/use-form-texts.ts';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { usePictures } from '#ui/files/use-pictures.ts';
import { useSending, type Sending } from '#ui/files/use-sending.ts';
import type { Offer } from '../api.ts';

const WRONG = {
  title: 'Введите название',
  price: 'Укажите цену целым числом рублей, от 0 до 1 000 000 000.',
  dieDate: 'Срок — целое число дней от 0 до 365. 0 — без срока.',
};
export type OfferInput = {
  title: string;
  description: string;
  mentions?: string;
  price: string;
  game: string;
  phone: string;
  passport: string;
  dieDate: string;
  files: File[];
  keep: string[];
  sending: Sending;
};
export type OfferForm = ReturnType<typeof useOfferForm>;

/**
 * Holds the offer being written. A submission can be stopped, and a failure loses nothing typed.
 */
export function useOfferForm(
  offer: Offer | undefined,
  onSend: (input: OfferInput) => Promise<unknown>,
) {
  const place = `offer.${offer?._id ?? 'new'}`;
  const texts = useFormTexts(place, {
    title: offer?.title ?? '',
    description: offer?.description ?? '',
    price: offer === undefined ? '' : String(offer.price),
    game: offer?.game ?? '',
    phone: offer?.phone ?? '',
    dieDate: '0',
  });
  const { input, wrong, setWrong, put } = texts;
  const naming = useNaming(place, input.description, put('description'), {
    text: offer?.description ?? '',
    mentions: offer?.mentions,
  });
  const [passport, setPassport, forgetPassport] = useKeptState(
    `${place}.passport`,
    offer?.passport ?? null,
  );
  const pictures = usePictures(place, offer?.pictures ?? [], (text) =>
    setWrong({ pictures: text }),
  );
  const forget = () => {
    texts.forget();
    forgetPassport();
    pictures.forget();
  };
  const isPassportChanged = JSON.stringify(passport) !== JSON.stringify(offer?.passport ?? null);
  useLeaveQuestion(
    offer !== undefined && (texts.isChanged || isPassportChanged || pictures.isChanged),
    forget,
  );
  const { kept, picked } = pictures;
  const { isSending, send, stop } = useSending(picked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isLonger(input.description, LENGTHS.description)) return;
    const found = {
      ...(isBlank(input.title) ? { title: WRONG.title } : {}),
      ...(parsePrice(input.price) === null ? { price: WRONG.price } : {}),
      ...(offer === undefined && parseLifetime(input.dieDate, Date.now()) === null
        ? { dieDate: WRONG.dieDate }
        : {}),
    };
    if (Object.keys(found).length > 0) return setWrong(found);
    setWrong({});
    void send(
      async (sending) => {
        await onSend({
          ...input,
          ...naming.mentions(),
          passport: passport === null ? '' : JSON.stringify(passport),
          files: picked.files.map(({ file }) => file),
          keep: kept.map(({ name }) => name),
          sending,
        });
        forget();
      },
      (error) => setWrong(wrongFieldsOf(error)),
    );
  };
  return {
    input,
    put,
    naming,
    wrong,
    passport,
    setPassport,
    pictures,
    isSending,
    submit,
    stop,
    forgive: () => setWrong({}),
    restored: { isRestored: texts.isRestored, forget },
  };
}
