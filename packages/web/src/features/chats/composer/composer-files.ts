import { FILES } from '@respa/contract/limits';
import { VIDEO_FILES } from '#ui/files/video-files.ts';
import { isAccepted, PICTURES, usePickedFiles, type PickedFile } from '#ui/files/picked-files.ts';

export type FileRefusal = 'image' | 'video' | 'type';
export const REFUSALS: Record<FileRefusal, string> = {
  image: `Ошибка: Нельзя загружать больше ${FILES.chatPictures} изображений`,
  video: `Ошибка: Нельзя загружать больше ${FILES.chatVideos} видео`,
  type: 'Такой тип файла не поддерживается',
};
type MessageFilesRules = {
  /** How many attachments the edited message keeps. */
  taken?: { image: number; video: number };
  onRefuse: (reason: FileRefusal) => void;
  onTooLarge: (kind: 'mixed' | 'single') => void;
};
const sizeOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0);
const filesOf = (picked: readonly PickedFile[]): File[] => picked.map(({ file }) => file);

/**
 * Manages the pictures and videos of a message. Files beyond the limits are refused with a reason.
 */
export function useMessageFiles({
  taken = { image: 0, video: 0 },
  onRefuse,
  onTooLarge,
}: MessageFilesRules) {
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
  const files = [...pictures.files, ...videos.files];
  const both = [pictures, videos];
  return {
    files,
    pictures: filesOf(pictures.files),
    videos: filesOf(videos.files),
    add(chosen: readonly File[]) {
      const [shown, clips] = [
        chosen.filter((file) => isAccepted(file, PICTURES)),
        chosen.filter((file) => isAccepted(file, VIDEO_FILES)),
      ];
      if (shown.length + clips.length < chosen.length) onRefuse('type');
      if (sizeOf([...filesOf(files), ...shown, ...clips]) > FILES.chatTotal)
        return onTooLarge(
          shown.length + pictures.files.length > 0 && clips.length + videos.files.length > 0
            ? 'mixed'
            : 'single',
        );
      if (shown.length > 0) pictures.add(shown);
      if (clips.length > 0) videos.add(clips);
    },
    remove: (key: string) => both.forEach((kind) => kind.remove(key)),
    clear: () => both.forEach((kind) => kind.clear()),
    /** Shows how much of the files has been sent; undefined removes the progress rings. */
    showProgress: (progress: number | undefined) =>
      both.forEach((kind) => kind.files.forEach(({ key }) => kind.update(key, { progress }))),
  };
}
