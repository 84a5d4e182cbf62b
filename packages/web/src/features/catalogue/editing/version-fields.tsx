import { CATALOGUE, LENGTHS } from '@respa/contract/limits';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Game } from '../api.ts';
import { ApkField } from './apk-field.tsx';
import type { GameForm } from './use-game-form.ts';

type VersionFieldsProps = { form: GameForm; game: Game | undefined };

/** The file of a game, its version, and what is new in it. */
export function VersionFields({ form, game }: VersionFieldsProps) {
  const { text, put, apk, wrong, isBusy } = form;
  const isFiled = game !== undefined && game.file !== null;
  return (
    <>
      <ApkField
        file={apk.file}
        onChange={apk.choose}
        error={wrong.apk}
        progress={apk.progress}
        isBusy={isBusy}
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
    </>
  );
}
