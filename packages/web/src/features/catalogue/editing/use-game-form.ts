import { useState, type FormEvent } from 'react';
import { FILES, LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import { useNaming } from '#features/people/parts.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { ApiError } from '#lib/network/call.ts';
import { sendingSentence } from '#lib/network/wrong-fields.ts';
import type { Game } from '../api.ts';
import { useSendGame } from './editing-api.ts';
import { useGamePictures } from './use-game-pictures.ts';

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
export type GameForm = ReturnType<typeof useGameForm>;

/** Returns why a file cannot be the game's file. */
function apkProblem(file: File): string | undefined {
  if (!file.name.toLowerCase().endsWith('.apk')) return 'Нужен файл .apk.';
  return file.size > FILES.apk ? 'Файл слишком большой' : undefined;
}
/** Returns the error of a failed submission at the field that it belongs to. */
function wrongOf(error: unknown): Wrong {
  if (error instanceof ApiError) {
    if (error.fields['name'] !== undefined) return { name: error.fields['name'] };
    if (APK_CODES.has(error.code)) return { apk: error.message };
  }
  return { all: sendingSentence(error) };
}

/** Holds everything about the game being written. Each error is kept at the field it belongs to. */
export function useGameForm(game: Game | undefined, onDone: (game: Game) => void) {
  const place = `game.${game?._id ?? 'new'}`;
  const [start] = useState({
    name: game?.name ?? '',
    description: game?.description ?? '',
    version: game?.version ?? '',
    changes: '',
    tags: game?.tags.join(', ') ?? '',
    genres: (game?.genres ?? []) as string[],
  });
  const [{ genres, ...text }, setText, forgetText, isRestored] = useKeptState(place, start);
  const put = (field: keyof typeof text) => (value: string) =>
    setText((before) => ({ ...before, [field]: value }));
  const naming = useNaming(place, text.description, put('description'), {
    text: start.description,
    mentions: game?.mentions,
  });
  const [apk, setApk] = useState<File>();
  const [wrong, setWrong] = useState<Wrong>({});
  const { send, progress, cancel } = useSendGame(game?._id ?? null);
  const pictures = useGamePictures(place, game, setWrong);
  const forget = () => {
    forgetText();
    pictures.forget();
  };
  const isChanged = JSON.stringify({ ...text, genres }) !== JSON.stringify(start);
  useLeaveQuestion(game !== undefined && (isChanged || pictures.isChanged), forget);
  const chooseApk = (file: File | undefined) => {
    const problem = file === undefined ? undefined : apkProblem(file);
    setWrong(problem === undefined ? {} : { apk: problem });
    setApk(problem === undefined ? file : undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isOver = (value: string) => isLonger(value, LENGTHS.description);
    if (send.isPending || isOver(text.description) || isOver(text.changes)) return;
    if (isBlank(text.name)) return setWrong({ name: 'Введите название' });
    setWrong({});
    send.mutate(
      {
        ...text,
        ...naming.mentions(),
        genres,
        apk,
        ...pictures.toSend,
      },
      {
        onSuccess: (saved) => {
          forget();
          onDone(saved);
        },
        onError: (error) => setWrong(wrongOf(error)),
      },
    );
  };
  return {
    text,
    put,
    naming,
    genres,
    setGenres: (chosen: readonly string[]) =>
      setText((before) => ({ ...before, genres: [...chosen] })),
    cover: pictures.cover,
    screenshots: pictures.screenshots,
    apk: { file: apk, choose: chooseApk, progress },
    wrong,
    isBusy: send.isPending,
    submit,
    cancel,
    restored: { isRestored, forget },
  };
}
