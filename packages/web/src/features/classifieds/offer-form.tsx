import { useDeferredValue, useRef, useState, type FormEvent } from 'react';
import { findSuspicions, parseLifetime, parsePrice } from '@respa/contract/classified-rules';
import { CLASSIFIEDS, FILES, LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { FileTray } from '#ui/forms/file-tray.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PICTURES, usePickedFiles } from '#ui/forms/picked-files.ts';
import { PicturePicker } from '#ui/forms/picture-picker.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Offer, Sending } from './api.ts';
import { GameField } from './game-field.tsx';
import { LifetimeField } from './lifetime-field.tsx';
import styles from './offer-form.module.css';
import { NO_PASSPORT, PassportFields } from './passport-fields.tsx';
import { SuspicionCard } from './suspicion-card.tsx';
import { priceOf } from './words.ts';

const REFUSALS = {
  count: 'Слишком много загружаемых файлов. Попробуйте выбрать меньше пяти файлов.',
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
const WRONG = {
  title: 'Введите название',
  price: 'Укажите цену целым числом рублей, от 0 до 1 000 000 000.',
  dieDate: 'Срок — целое число дней от 0 до 365. 0 — без срока.',
};
export type OfferInput = {
  title: string;
  description: string;
  price: string;
  game: string;
  phone: string;
  passport: string;
  dieDate: string;
  files: File[];
  keep: string[];
  sending: Sending;
};
type OfferFormProps = {
  offer?: Offer;
  action: string;
  back: string;
  onSend: (input: OfferInput) => Promise<unknown>;
};

/**
 * The form of an offer: title, text, price, game and pictures; for an account also its passport.
 */
export function OfferForm({ offer, action, back, onSend }: OfferFormProps) {
  const [input, setInput] = useState({
    title: offer?.title ?? '',
    description: offer?.description ?? '',
    price: offer === undefined ? '' : String(offer.price),
    game: offer?.game ?? '',
    phone: offer?.phone ?? '',
    dieDate: '0',
  });
  const [passport, setPassport] = useState(offer?.passport ?? null);
  const [kept, setKept] = useState(offer?.pictures ?? []);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [isSending, setSending] = useState(false);
  const sending = useRef<AbortController>(null);
  const read = useDeferredValue(`${input.title}\n${input.description}`);
  const picked = usePickedFiles({
    accept: PICTURES,
    limit: FILES.postPictures,
    taken: kept.length,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: ({ reason }) => {
      setWrong({ pictures: REFUSALS[reason] });
      if (reason === 'count') window.alert(REFUSALS.count);
    },
  });
  const progress = (part: number | undefined) =>
    picked.files.forEach((file) => picked.update(file.key, { progress: part }));
  const put = (name: keyof typeof input) => (value: string) => {
    setInput({ ...input, [name]: value });
    setWrong(({ [name]: _, all: __, ...rest }) => rest);
  };
  const price = parsePrice(input.price);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isLonger(input.description, LENGTHS.description)) return;
    const found = {
      ...(input.title.trim() === '' ? { title: WRONG.title } : {}),
      ...(price === null ? { price: WRONG.price } : {}),
      ...(offer === undefined && parseLifetime(input.dieDate, Date.now()) === null
        ? { dieDate: WRONG.dieDate }
        : {}),
    };
    if (Object.keys(found).length > 0) return setWrong(found);
    setWrong({});
    setSending(true);
    sending.current = new AbortController();
    try {
      await onSend({
        ...input,
        passport: passport === null ? '' : JSON.stringify(passport),
        files: picked.files.map(({ file }) => file),
        keep: kept.map(({ name }) => name),
        sending: { signal: sending.current.signal, onProgress: progress },
      });
    } catch (error) {
      progress(undefined);
      if ((error as Error).name === 'AbortError') setWrong({ all: 'Отправка остановлена' });
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0)
        setWrong(error.fields);
      else setWrong({ all: sentenceOf(error) });
    } finally {
      setSending(false);
    }
  };
  const { description } = input;
  return (
    <Card>
      <Form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Название"
          placeholder="Что продаёте"
          maxLength={LENGTHS.title}
          value={input.title}
          disabled={isSending}
          onChange={put('title')}
          error={wrong['title']}
        />
        <div className={styles.pair}>
          <TextField
            label="Цена, ₽"
            placeholder="1 500"
            inputMode="numeric"
            maxLength={30}
            value={input.price}
            disabled={isSending}
            onChange={put('price')}
            error={wrong['price']}
            helpText={price === null ? '0 — отдадите бесплатно' : priceOf(price)}
          />
          <GameField
            value={input.game}
            onChange={put('game')}
            disabled={isSending}
            helpText="Из каталога или своё название"
          />
        </div>
        <TextArea
          label="Описание"
          minRows={5}
          maxRows={20}
          value={description}
          disabled={isSending}
          onChange={put('description')}
          error={wrong['description']}
          {...(description.length > LENGTHS.description - 500
            ? { limit: LENGTHS.description }
            : {})}
        />
        <SuspicionCard found={findSuspicions(read, [location.host])} to="author" />
        <Switch
          label="Продаю аккаунт"
          helpText="Расскажите о нём заранее: так покупают охотнее"
          checked={passport !== null}
          disabled={isSending}
          onChange={(on) => setPassport(on ? NO_PASSPORT : null)}
        />
        {passport === null ? null : (
          <PassportFields passport={passport} disabled={isSending} onChange={setPassport} />
        )}
        {wrong['passport'] ? (
          <p className={styles.wrong} role="alert">
            {wrong['passport']}
          </p>
        ) : null}
        <FileTray
          files={[]}
          size="large"
          onRemove={() => {}}
          stored={kept.map(({ name }, index) => ({
            key: name,
            src: mediaUrl('board', name, 160)!,
            label: `картинка ${index + 1}`,
          }))}
          onRemoveStored={(name) => {
            if (!isSending) setKept(kept.filter((one) => one.name !== name));
          }}
        />
        <PicturePicker
          files={picked.files}
          limit={FILES.postPictures - kept.length}
          onAdd={(files) => {
            setWrong({});
            picked.add(files);
          }}
          onRemove={(key) => (isSending ? sending.current?.abort() : picked.remove(key))}
          error={wrong['pictures'] ?? wrong['keep']}
        />
        <div className={styles.pair}>
          <TextField
            label="Телефон"
            type="tel"
            autoComplete="tel"
            placeholder="По желанию"
            maxLength={CLASSIFIEDS.phone}
            value={input.phone}
            disabled={isSending}
            onChange={put('phone')}
            error={wrong['phone']}
            helpText="Увидят участники, когда нажмут «Показать телефон»"
          />
          {offer === undefined ? (
            <LifetimeField
              value={input.dieDate}
              onChange={put('dieDate')}
              disabled={isSending}
              error={wrong['dieDate']}
            />
          ) : null}
        </div>
        <FormEnd
          wrong={wrong['all'] ?? ''}
          isBusy={isSending}
          back={back}
          action={action}
          onStop={() => sending.current?.abort()}
        />
      </Form>
    </Card>
  );
}
