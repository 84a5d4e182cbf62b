import { appError, type AppError } from '@respa/contract/app-errors';
import { HOUR_SECONDS } from '@respa/contract/durations';

/** What is accepted, as it ends the sentence "Подойдут …". */
const PICTURES = 'JPEG, PNG, GIF, WebP и AVIF';
const VIDEOS = 'MP4, MOV, MKV, WebM, AVI, FLV и TS';
const VOICES = 'MP3, M4A и OGG (Opus)';

const badType = (text: string): AppError => appError('bad_type', { text });
const tooLarge = (text: string): AppError => appError('too_large', { text });

/** `bad_type`: the content is of a format that is not accepted here. */
export const notPicture = (): AppError =>
  badType(`Такой тип файла не поддерживается. Подойдут ${PICTURES}.`);
export const notVideo = (): AppError =>
  badType(`Такой тип файла не поддерживается. Подойдут ${VIDEOS}.`);
export const notVoice = (): AppError =>
  badType(`Такой тип файла не поддерживается. Подойдут ${VOICES}.`);
/** `bad_type`: a photo of a phone that no decoder here can read. */
export const heicPicture = (): AppError =>
  badType('Снимки HEIC здесь не открываются. Сохраните снимок как JPEG и выберите его.');
/** `bad_type`: the format is right, the content is not. */
export const damagedPicture = (): AppError =>
  badType('Картинка повреждена: прочитать её до конца не удалось. Выберите другой файл.');
export const damagedVideo = (): AppError =>
  badType('Видео повреждено: прочитать его не удалось. Сохраните его заново, лучше всего в MP4.');
export const damagedVoice = (): AppError =>
  badType('Звукозапись повреждена: прочитать её не удалось. Запишите сообщение заново.');
export const videoAsVoice = (): AppError =>
  badType('В этом файле видео, а не голос. Отправьте его как видео.');
export const unknownVoiceCodec = (): AppError =>
  badType(`Звук сжат способом, который браузеры не воспроизводят. Подойдут ${VOICES}.`);
export const cutVideo = (): AppError =>
  badType('Видео обрывается: файл записан или скопирован не до конца. Скопируйте его заново.');
export const videoWithoutPicture = (): AppError =>
  badType('В этом файле нет изображения, только звук. Нужно видео.');
export const unknownCodec = (codec: string): AppError =>
  badType(
    `Видео сжато неизвестным способом${codec === '' ? '' : ` (${codec})`}. ` +
      'Сохраните его в MP4 с кодеком H.264.',
  );

const group = (value: number): string => Math.round(value).toLocaleString('ru-RU');
const megapixels = (pixels: number): string => {
  const millions = Math.round(pixels / 100_000) / 10;
  const word = Number.isInteger(millions) ? 'мегапикселей' : 'мегапикселя';
  return `${millions.toLocaleString('ru-RU')} ${word}`;
};

/** `too_large`: a picture or a frame has too many pixels; `most` is the limit in pixels. */
export const tooManyPixels = (width: number, height: number, most: number): AppError =>
  tooLarge(
    `Слишком большое изображение: ${group(width)} × ${group(height)} точек. ` +
      `Можно до ${megapixels(most)}. Уменьшите его и выберите снова.`,
  );
/** `too_large`: an animation is too long. */
export const tooManyFrames = (frames: number, most: number): AppError =>
  tooLarge(
    `Слишком длинная анимация. Кадров: ${group(frames)}, можно до ${group(most)}. ` +
      'Сократите её или загрузите как видео.',
  );
/** `too_large`: all frames of an animation together have too many pixels. */
export const tooLargeFrames = (
  width: number,
  height: number,
  frames: number,
  most: number,
): AppError =>
  tooLarge(
    `Слишком большая анимация: ${group(width)} × ${group(height)} точек. ` +
      `Кадров: ${group(frames)}, при таком размере можно до ${group(most / (width * height))}. ` +
      'Уменьшите её или загрузите как видео.',
  );
/** `too_large`: decoding takes longer than allowed. */
export const tooSlowPicture = (): AppError =>
  tooLarge('Картинка слишком сложная: она обрабатывается слишком долго. Уменьшите её.');
/** `too_large`: a video is longer than `most` seconds. */
export const tooLongVideo = (most: number): AppError =>
  tooLarge(`Видео слишком длинное. Можно до ${group(most / 3600)} часов.`);
/** `too_often`: the pictures of a member are too large together; `seconds` is the time to wait. */
export const tooManyMegapixels = (seconds = HOUR_SECONDS): AppError =>
  appError('too_often', {
    text:
      'Вы загрузили очень много больших картинок. ' +
      `Следующие можно загрузить через ${group(Math.ceil(seconds / 60))} мин.`,
    retryAfter: seconds,
  });
