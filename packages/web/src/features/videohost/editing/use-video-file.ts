import { useEffect, useState } from 'react';
import {
  addUploads,
  cancelUpload,
  restoreUploads,
  resumeUpload,
  useUploads,
  type Upload,
} from '#lib/uploads/upload-queue.ts';
import { useObjectUrl } from '#ui/media/use-object-url.ts';
import { takeFrame } from './frame-of.ts';

/**
 * Holds the chosen video: it is uploaded at once, also while the member is on another page or after
 * a reload, and a frame of it is taken for the preview. `isLost` means that this tab has no upload
 * with the `key`.
 */
export function useVideoFile(key: string, onKey: (key: string) => void) {
  const uploads = useUploads();
  const upload = uploads.find((one) => one.key === key) as Upload<'video'> | undefined;
  const [isRestored, setRestored] = useState(false);
  const [frame, setFrame] = useState<Blob | null>(null);
  const url = useObjectUrl(upload?.file ?? null);
  useEffect(() => {
    void restoreUploads().then(() => setRestored(true));
  }, []);
  useEffect(() => {
    if (url !== null) void takeFrame(url).then(setFrame);
  }, [url]);
  const drop = () => {
    setFrame(null);
    if (upload !== undefined) cancelUpload(upload.key);
    onKey('');
  };
  const take = (file: File) => onKey(addUploads('video', [file], { publication: null })[0]!);
  return {
    video: upload === undefined || url === null ? null : { file: upload.file, url },
    frame,
    upload,
    isLost: key !== '' && isRestored && upload === undefined,
    take,
    drop,
    retry: () => resumeUpload(key),
  };
}
