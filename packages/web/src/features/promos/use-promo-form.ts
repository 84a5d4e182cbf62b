import type { FormEvent } from 'react';
import { LENGTHS, PROMOS } from '@respa/contract/limits';
import { parseDays } from '@respa/contract/lifetimes';
import { linkSentence, parseLink, PROMO_DAYS } from '@respa/contract/promo-rules';
import { isBlank, isLonger } from '@respa/contract/characters';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { wrongFieldsOf } from '#lib/network/wrong-fields.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useFormTexts } from '#ui/forms/use-form-texts.ts';
import { usePickedPictures } from '#ui/files/use-pictures.ts';
import { useSending } from '#ui/files/use-sending.ts';
import { useCreate } from './api.ts';
import { WRONG_DAYS } from './days-field.tsx';

const FIELDS = ['title', 'text', 'link', 'dieDate', 'file'] as const;

export type PromoForm = ReturnType<typeof usePromoForm>;

/** Holds the ad being written, and opens the ad list once it is sent. */
export function usePromoForm(userId: string) {
  const {
    input,
    wrong,
    setWrong,
    put,
    forget: forgetTexts,
    isRestored,
  } = useFormTexts('promo.new', {
    title: '',
    text: '',
    link: '',
    dieDate: String(PROMOS.unsaidDays),
  });
  const create = useCreate(userId);
  const navigate = useNavigate();
  const picked = usePickedPictures({
    place: 'promo.new',
    limit: 1,
    tooMany: 'Нужна одна картинка',
    onRefuse: (text) => setWrong({ file: text }),
  });
  const { isSending, send, stop } = useSending(picked);
  const forget = () => {
    forgetTexts();
    picked.clear();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isLonger(input.text, LENGTHS.description)) return;
    const [file] = picked.files;
    const found = {
      ...(isBlank(input.title) ? { title: 'Введите название' } : {}),
      ...(!isBlank(input.link) && parseLink(input.link) === null
        ? { link: linkSentence(location.origin) }
        : {}),
      ...(parseDays(input.dieDate, Date.now(), PROMO_DAYS) === null ? { dieDate: WRONG_DAYS } : {}),
      ...(file === undefined ? { file: 'Выберите изображение' } : {}),
    };
    if (file === undefined || Object.keys(found).length > 0) return setWrong(found);
    setWrong({});
    void send(
      async (sending) => {
        await create.mutateAsync({ ...input, file: file.file, sending });
        forget();
        showToast('Отправили на проверку. Когда рекламу одобрят, придёт уведомление.', {
          tone: 'good',
        });
        navigate('/innerad/cabinet');
      },
      (error) => setWrong(wrongFieldsOf(error, FIELDS)),
    );
  };
  const restored = { isRestored, forget };
  const forgive = () => setWrong({});
  return { input, put, wrong, picked, isSending, submit, stop, forgive, restored };
}
