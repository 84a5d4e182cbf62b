import { FILES, MESSAGE_FILES } from '@respa/contract/limits';
import { VIDEO_FILES } from '#ui/files/video-files.ts';
import { isAccepted, PICTURES, usePickedFiles, type PickedFile } from '#ui/files/picked-files.ts';

export type FileRefusal = 'image' | 'video' | 'document' | 'size' | 'type';
export const REFUSALS: Record<FileRefusal, string> = {
  image: `Ошибка: Нельзя загружать больше ${FILES.chatPictures} изображений`,
  video: `Ошибка: Нельзя загружать больше ${FILES.chatVideos} видео`,
  document: `В одном сообщении не больше ${MESSAGE_FILES} файлов`,
  size: 'Файл слишком большой: не больше 100 МБ',
  type: 'Такой тип файла не поддерживается',
};
type MessageFilesRules = {
  /** How many attachments the edited message keeps. */
  taken?: { image: number; video: number };
  /** Whether files of any type are accepted: an edit changes only pictures and videos. */
  takesAll?: boolean;
  onRefuse: (reason: FileRefusal) => void;
  onTooLarge: (kind: 'mixed' | 'single') => void;
};
const sizeOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0);
const filesOf = (picked: readonly PickedFile[]): File[] => picked.map(({ file }) => file);

/**
 * Manages the pictures and videos of a message. Files beyond the limits are refused with a reason.
 */
export function useMessageFiles(props: MessageFilesRules) {
  const { taken = { image: 0, video: 0 }, takesAll = false, onRefuse, onTooLarge } = props;
  const pictures = usePickedFiles({
    accept: PICTURES,
    limit: FILES.chatPictures,
    taken: taken.image,
    onRefuse: () => onRefuse('image'),
  });
  const videos = usePickedFiles({
    accept: VIDEO_FILES,
    limit: FILES.chatVideos,
    taken: taken.video,
    onRefuse: () => onRefuse('video'),
  });
  const documents = usePickedFiles({
    accept: ['*'],
    limit: MESSAGE_FILES,
    maxBytes: FILES.cloud,
    onRefuse: ({ reason }) => onRefuse(reason === 'size' ? 'size' : 'document'),
  });
  const files = [...pictures.files, ...videos.files, ...documents.files];
  const all = [pictures, videos, documents];
  return {
    files,
    shown: pictures.files,
    /** What is no picture. */
    others: [...videos.files, ...documents.files],
    pictures: filesOf(pictures.files),
    videos: filesOf(videos.files),
    documents: filesOf(documents.files),
    /** Adds files as they are, pictures too. */
    addDocuments: documents.add,
    add(chosen: readonly File[]) {
      const [shown, clips] = [
        chosen.filter((file) => isAccepted(file, PICTURES)),
        chosen.filter((file) => isAccepted(file, VIDEO_FILES)),
      ];
      const others = chosen.filter((file) => !shown.includes(file) && !clips.includes(file));
      if (others.length > 0 && !takesAll) onRefuse('type');
      else if (others.length > 0) documents.add(others);
      const shownBefore = filesOf([...pictures.files, ...videos.files]);
      if (sizeOf([...shownBefore, ...shown, ...clips]) > FILES.chatTotal)
        return onTooLarge(
          shown.length + pictures.files.length > 0 && clips.length + videos.files.length > 0
            ? 'mixed'
            : 'single',
        );
      if (shown.length > 0) pictures.add(shown);
      if (clips.length > 0) videos.add(clips);
    },
    remove: (key: string) => all.forEach((kind) => kind.remove(key)),
    clear: () => all.forEach((kind) => kind.clear()),
    /** Shows how much of the files has been sent; undefined removes the progress rings. */
    showProgress: (progress: number | undefined) =>
      all.forEach((kind) => kind.files.forEach(({ key }) => kind.update(key, { progress }))),
  };
}
