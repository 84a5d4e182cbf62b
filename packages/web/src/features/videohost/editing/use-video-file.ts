import { useEffect, useState } from 'react';
import { takeFrame } from './frame-of.ts';
import { useVideoUpload } from './use-video-upload.ts';

/**
 * Holds the chosen video file: it is uploaded at once, and a frame of it is taken for the preview.
 */
export function useVideoFile() {
  const { upload, send, cancel, settle } = useVideoUpload();
  const [video, setVideo] = useState<{ file: File; url: string } | null>(null);
  const [frame, setFrame] = useState<Blob | null>(null);
  useEffect(
    () => () => {
      if (video) URL.revokeObjectURL(video.url);
    },
    [video],
  );
  const drop = () => {
    setFrame(null);
    cancel();
  };
  const take = (file: File) => {
    const url = URL.createObjectURL(file);
    setVideo({ file, url });
    void takeFrame(url).then(setFrame);
    void send(file);
  };
  const retry = () => {
    if (video !== null) void send(video.file);
  };
  return { video, frame, upload, take, drop, retry, settle };
}
