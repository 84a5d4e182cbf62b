import { useRef, useState, type FormEvent } from 'react';
import { FILES, LENGTHS, PROMOS } from '@respa/contract/limits';
import { parseDays } from '@respa/contract/lifetimes';
import { linkSentence, parseLink, PROMO_DAYS } from '@respa/contract/promo-rules';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Card } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PICTURES, usePickedFiles } from '#ui/forms/picked-files.ts';
import { PicturePicker } from '#ui/forms/picture-picker.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useCreate } from './api.ts';
import { DaysField, WRONG_DAYS } from './days-field.tsx';
import styles from './promo-form.module.css';

const REFUSALS = {
  count: 'Нужна одна картинка',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
const FIELDS = ['title', 'text', 'link', 'dieDate', 'file'] as const;
/** The form for a new ad. */
export function NewPromo({ userId }: { userId: string }) {
  const [input, setInput] = useState({
    title: '',
    text: '',
    link: '',
    dieDate: String(PROMOS.unsaidDays),
  });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const sending = useRef<AbortController>(null);
  const create = useCreate(userId);
  const navigate = useNavigate();
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: 1,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => setWrong({ file: REFUSALS[reason] }),
  });
  const put = (name: keyof typeof input) => (value: string) => {
    setInput({ ...input, [name]: value });
    setWrong(({ [name]: _, all: __, ...rest }) => rest);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending || isLonger(input.text, LENGTHS.description)) return;
    const [file] = picked.files;
    const found = {
      ...(input.title.trim() === '' ? { title: 'Введите название' } : {}),
      ...(input.link.trim() !== '' && parseLink(input.link) === null
        ? { link: linkSentence(location.origin) }
        : {}),
      ...(parseDays(input.dieDate, Date.now(), PROMO_DAYS) === null ? { dieDate: WRONG_DAYS } : {}),
      ...(file === undefined ? { file: 'Выберите изображение' } : {}),
    };
    if (file === undefined || Object.keys(found).length > 0) return setWrong(found);
    setWrong({});
    sending.current = new AbortController();
    try {
      await create.mutateAsync({
        ...input,
        file: file.file,
        sending: {
          signal: sending.current.signal,
          onProgress: (progress) => picked.update(file.key, { progress }),
        },
      });
      showToast('Отправили на проверку. Когда рекламу одобрят, придёт уведомление.', {
        tone: 'good',
      });
      navigate('/innerad/cabinet');
    } catch (error) {
      picked.update(file.key, { progress: undefined });
      if ((error as Error).name === 'AbortError') setWrong({ all: 'Отправка остановлена' });
      else if (error instanceof ApiError && FIELDS.some((name) => error.fields[name] !== undefined))
        setWrong(error.fields);
      else setWrong({ all: sentenceOf(error) });
    }
  };
  const isBusy = create.isPending;
  return (
    <Card>
      <Form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Название"
          placeholder="Набор в клан"
          maxLength={LENGTHS.title}
          value={input.title}
          disabled={isBusy}
          onChange={put('title')}
          error={wrong['title']}
        />
        <TextArea
          label="Текст"
          minRows={3}
          maxRows={14}
          value={input.text}
          disabled={isBusy}
          onChange={put('text')}
          error={wrong['text']}
          helpText="В лентах видны первые строки"
          {...(input.text.length > LENGTHS.description - 500 ? { limit: LENGTHS.description } : {})}
        />
        <PicturePicker
          files={picked.files}
          limit={1}
          onAdd={(files) => {
            setWrong({});
            picked.add(files);
          }}
          onRemove={(key) => (isBusy ? sending.current?.abort() : picked.remove(key))}
          error={wrong['file']}
        />
        <div className={styles.pair}>
          <TextField
            label="Ссылка"
            type="url"
            inputMode="url"
            placeholder={location.origin}
            value={input.link}
            disabled={isBusy}
            onChange={put('link')}
            error={wrong['link']}
            helpText="По желанию. Без неё откроется страница рекламы"
          />
          <DaysField
            value={input.dieDate}
            onChange={put('dieDate')}
            disabled={isBusy}
            error={wrong['dieDate']}
            helpText="Срок начнётся, когда рекламу одобрят"
          />
        </div>
        <FormEnd
          wrong={wrong['all'] ?? ''}
          isBusy={isBusy}
          back="/innerad/cabinet"
          action="Отправить на проверку"
          onStop={() => sending.current?.abort()}
        />
      </Form>
    </Card>
  );
}
