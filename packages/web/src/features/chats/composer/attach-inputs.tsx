import type { RefObject } from 'react';
import { FileInput } from '#ui/files/file-input.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import { VIDEO_FILES } from '#ui/files/video-files.ts';

type AttachInputsProps = {
  photo: RefObject<HTMLButtonElement | null>;
  video: RefObject<HTMLButtonElement | null>;
  paper: RefObject<HTMLButtonElement | null>;
  any: RefObject<HTMLButtonElement | null>;
  onFiles: (files: File[]) => void;
  onAny: (files: File[]) => void;
  onBackground: (file: File | null) => void;
};

/** The hidden file inputs behind the buttons of the composer. */
export function AttachInputs({
  photo,
  video,
  paper,
  any,
  onFiles,
  onAny,
  onBackground,
}: AttachInputsProps) {
  return (
    <>
      <FileInput accept={PICTURES} multiple onFiles={onFiles}>
        <button ref={photo} type="button" hidden aria-label="Картинки" />
      </FileInput>
      <FileInput accept={VIDEO_FILES} multiple onFiles={onFiles}>
        <button ref={video} type="button" hidden aria-label="Видео" />
      </FileInput>
      <FileInput accept={[]} multiple onFiles={onAny}>
        <button ref={any} type="button" hidden aria-label="Файл" />
      </FileInput>
      <FileInput accept={PICTURES} onFiles={([file]) => onBackground(file ?? null)}>
        <button ref={paper} type="button" hidden aria-label="Фон переписки" />
      </FileInput>
    </>
  );
}
