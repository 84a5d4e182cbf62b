import { useState, type FormEvent } from 'react';
import { CATALOGUE, FILES, LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FileTray } from '#ui/forms/file-tray.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PICTURES, usePickedFiles, type Refusal } from '#ui/forms/picked-files.ts';
import { PicturePicker } from '#ui/forms/picture-picker.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { ApkField } from './apk-field.tsx';
import type { Game } from './api.ts';
import styles from './game-form.module.css';
import { GenreChoice } from './genre-choice.tsx';
import { useSendGame, type Input } from './editing-api.ts';

const REFUSALS = {
  count: `Снимков может быть не больше ${CATALOGUE.screenshots}.`,
  type: 'Такой тип файла не поддерживается',
  size: 'Файл слишком большой',
};
const APK_CODES = new Set([
  'bad_apk',
  'no_manifest',
  'unsigned_apk',
  'broken_signature',
  'other_certificate',
  'other_package',
  'older_version',
  'upload_lost',
]);
type Wrong = { name?: string; cover?: string; screenshots?: string; apk?: string; all?: string };

/**
 * The form with everything about a game. The file is uploaded first, and each error is shown where
 * it belongs.
 */
export function GameForm({
  game,
  action,
  back,
  onDone,
}: {
  game?: Game;
  action: string;
  back: string;
  onDone: (game: Game) => void;
}) {
  const [text, setText] = useState({
    name: game?.name ?? '',
    description: game?.description ?? '',
    version: game?.version ?? '',
    changes: '',
    tags: game?.tags.join(', ') ?? '',
  });
  const [genres, setGenres] = useState<readonly string[]>(game?.genres ?? []);
  const [kept, setKept] = useState(game?.screenshots ?? []);
  const [hasCover, setHasCover] = useState((game?.previewUrl ?? '') !== '');
  const [apk, setApk] = useState<File>();
  const [wrong, setWrong] = useState<Wrong>({});
  const { send, progress, cancel } = useSendGame(game?._id ?? null);
  const refuse =
    (field: 'cover' | 'screenshots') =>
    ({ reason }: Refusal) =>
      setWrong({ [field]: REFUSALS[reason] });
  const cover = usePickedFiles({
    accept: PICTURES,
    limit: 1,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: refuse('cover'),
  });
  const screenshots = usePickedFiles({
    accept: PICTURES,
    limit: CATALOGUE.screenshots,
    taken: kept.length,
    maxBytes: FILES.picture.maxBytes,
    onRefuse: refuse('screenshots'),
  });
  const put = (field: keyof typeof text) => (value: string) =>
    setText((before) => ({ ...before, [field]: value }));
  const chooseApk = (file: File | undefined) => {
    const problem =
      file === undefined
        ? undefined
        : !file.name.toLowerCase().endsWith('.apk')
          ? 'Нужен файл .apk.'
          : file.size > FILES.apk
            ? 'Файл слишком большой'
            : undefined;
    setWrong(problem === undefined ? {} : { apk: problem });
    setApk(problem === undefined ? file : undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (
      send.isPending ||
      isLonger(text.description, LENGTHS.description) ||
      isLonger(text.changes, LENGTHS.description)
    )
      return;
    if (text.name.trim() === '') return setWrong({ name: 'Введите название' });
    setWrong({});
    const input: Input = {
      ...text,
      genres,
      keep: kept.map(({ name }) => name),
      apk,
      screenshots: screenshots.files.map(({ file }) => file),
      cover:
        cover.files[0]?.file ?? (!hasCover && (game?.previewUrl ?? '') !== '' ? null : undefined),
    };
    send.mutate(input, {
      onSuccess: onDone,
      onError: (error) => {
        if ((error as Error).name === 'AbortError')
          return setWrong({ all: 'Отправка остановлена' });
        if (!(error instanceof ApiError)) return setWrong({ all: sentenceOf(error) });
        setWrong(
          error.fields['name'] !== undefined
            ? { name: error.fields['name'] }
            : APK_CODES.has(error.code)
              ? { apk: error.message }
              : { all: error.message },
        );
      },
    });
  };
  const isFiled = game !== undefined && game.file !== null;
  return (
    <Card>
      <Form className={styles.form} onSubmit={submit}>
        <TextField
          label="Название"
          required
          maxLength={LENGTHS.title}
          value={text.name}
          error={wrong.name}
          onChange={put('name')}
        />
        <TextArea
          label="Описание"
          placeholder="О чём игра и кому она понравится"
          minRows={4}
          maxRows={16}
          limit={LENGTHS.description}
          value={text.description}
          onChange={put('description')}
        />
        <GenreChoice value={genres} onChange={setGenres} />
        <TextField
          label="Метки"
          helpText={`Через запятую, не больше ${CATALOGUE.tags}: пиксели, на двоих`}
          value={text.tags}
          onChange={put('tags')}
        />
        <div>
          <p className={styles.caption}>Обложка</p>
          <FileTray
            files={[]}
            size="large"
            onRemove={() => {}}
            stored={
              hasCover && cover.files.length === 0
                ? [
                    {
                      key: 'cover',
                      src: mediaUrl('gamepreviews', game!.previewUrl, 160),
                      label: 'обложку',
                    },
                  ]
                : []
            }
            onRemoveStored={() => setHasCover(false)}
          />
          <PicturePicker
            files={cover.files}
            limit={1}
            onAdd={cover.add}
            onRemove={cover.remove}
            label="Выберите обложку"
            helpText="Лучше вертикальную, 3 к 4"
            error={wrong.cover}
          />
        </div>
        <div>
          <p className={styles.caption}>Снимки</p>
          <FileTray
            files={[]}
            size="large"
            onRemove={() => {}}
            stored={kept.map(({ name }, index) => ({
              key: name,
              src: mediaUrl('gamepreviews', name, 160),
              label: `снимок ${index + 1}`,
            }))}
            onRemoveStored={(key) => setKept(kept.filter(({ name }) => name !== key))}
          />
          <PicturePicker
            files={screenshots.files}
            limit={CATALOGUE.screenshots - kept.length}
            onAdd={screenshots.add}
            onRemove={screenshots.remove}
            label="Добавьте снимки"
            error={wrong.screenshots}
          />
        </div>
        <ApkField
          file={apk}
          onChange={chooseApk}
          error={wrong.apk}
          progress={progress}
          isBusy={send.isPending}
          helpText={
            isFiled
              ? `Сейчас версия ${game.version}. Новый файл станет новой версией.`
              : 'До 500 МБ. Можно добавить позже.'
          }
        />
        <TextField
          label="Версия"
          maxLength={CATALOGUE.version}
          placeholder="1.0"
          helpText="Пусто — возьмём из файла APK"
          value={text.version}
          onChange={put('version')}
        />
        <TextArea
          label="Что нового"
          minRows={2}
          maxRows={10}
          limit={LENGTHS.description}
          value={text.changes}
          onChange={put('changes')}
        />
        {wrong.all === undefined ? null : (
          <p className={styles.wrong} role="alert">
            {wrong.all}
          </p>
        )}
        <div className={styles.end}>
          <span className={styles.wait} role="status">
            {send.isPending ? 'Подождите, пока данные отправятся на сервер...' : null}
          </span>
          {send.isPending ? (
            <Button onClick={cancel}>Остановить</Button>
          ) : (
            <ButtonLink to={back}>Отмена</ButtonLink>
          )}
          <Button type="submit" variant="primary" busy={send.isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
