import { Type } from 'typebox';
import { TEXT_STYLES } from './formatting.ts';
import { FILES, LENGTHS, MESSAGE_FILES } from './limits.ts';
import { PicturesField } from './post-options.ts';
import { PollField } from './polls.ts';
import { Id, Text } from './route.ts';

const Flag = Type.Optional(Type.Unknown());
const PEAK = '(?:\\d{1,2}|100)';
const KEPT = '"[0-9a-z]{8,64}\\.[0-9a-z]{2,5}"';
const ID = '[0-9a-fA-F-]{36}';
const IDS = `^\\[("${ID}"(,"${ID}"){0,${MESSAGE_FILES - 1}})?\\]$`;
export const MessageForm = {
  fields: Type.Object({
    message: Type.Optional(
      Text({
        max: LENGTHS.message,
        long: 'Сообщение не длиннее 4 000 символов',
        kind: 'typed',
      }),
    ),
    date: Flag,
    imageExists: Flag,
    videoExists: Flag,
    audioExists: Flag,
    isFile: Flag,
    silent: Type.Optional(
      Type.Unsafe<'true'>(
        Type.String({ enum: ['true'], description: 'Без звука и уведомлений у других' }),
      ),
    ),
    clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    uploads: Type.Optional(
      Type.String({
        pattern: IDS,
        maxLength: 500,
        description: 'JSON: номера загрузок (/api/uploads, purpose message), не больше десяти',
      }),
    ),
    cloudFiles: Type.Optional(
      Type.String({
        pattern: IDS,
        maxLength: 500,
        description: 'JSON: номера файлов своего облака; в сообщении остаётся копия',
      }),
    ),
    replyTo: Type.Optional(Id),
    mentions: Type.Optional(
      Type.String({ maxLength: 8_000, description: 'JSON: [{user, offset, length}]' }),
    ),
    formatting: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description: `JSON: [{style, offset, length, emoji}], style: ${TEXT_STYLES.join(', ')}; emoji — номер картинки набора`,
      }),
    ),
    poll: PollField,
    sticker: Type.Optional({ ...Id, description: 'Стикер добавленного набора, вместо текста' }),
    gif: Type.Optional({ ...Id, description: 'Сохранённая GIF; в сообщении остаётся копия' }),
    peaks: Type.Optional(
      Type.String({
        pattern: `^\\[(${PEAK}(,${PEAK}){0,${FILES.voicePeaks - 1}})?\\]$`,
        maxLength: 400,
        description: 'Громкость голосового: список чисел от 0 до 100',
      }),
    ),
    pictures: PicturesField,
    keep: Type.Optional(
      Type.String({
        pattern: `^\\[(${KEPT}(,${KEPT}){0,19})?\\]$`,
        maxLength: 1_500,
        description:
          'При изменении: имена вложений, которые остаются; без него вид, который прислан, заменяется целиком',
      }),
    ),
  }),
  files: {
    image: { count: FILES.chatPictures, maxBytes: FILES.chatTotal, tooMany: 'too_many_images' },
    video: { count: FILES.chatVideos, maxBytes: FILES.chatTotal, tooMany: 'too_many_videos' },
    audio: { count: 1, maxBytes: FILES.voice },
    /** poster0 is a frame of video0. */
    poster: { count: FILES.chatVideos, maxBytes: FILES.picture.maxBytes },
  },
  totalBytes: FILES.chatTotal,
  tooLarge: 'chat_files_too_large',
} as const;
