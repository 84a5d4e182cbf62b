import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { CropDialog } from '#ui/media/crop-dialog.tsx';
import { Sample } from './sample.tsx';
import { samplePicture } from './sample-pictures.ts';

/** Crops a drawn photo to an avatar or a cover. */
export function CropSample() {
  const [file, setFile] = useState<Blob | null>(null);
  const [shape, setShape] = useState<'avatar' | 'cover'>('avatar');
  const [cut, setCut] = useState<string>();

  async function crop(next: 'avatar' | 'cover') {
    setShape(next);
    setFile(await drawnPhoto());
  }

  return (
    <>
      <Sample name="Обрезка">
        <Button onClick={() => void crop('avatar')}>Фотография профиля</Button>
        <Button onClick={() => void crop('cover')}>Обложка</Button>
        {cut ? <img src={cut} alt="Что вышло" height={80} /> : null}
      </Sample>
      <CropDialog
        file={file}
        shape={shape}
        onClose={() => setFile(null)}
        onDone={(blob) => {
          setCut(URL.createObjectURL(blob));
          setFile(null);
        }}
      />
    </>
  );
}

/** The crop needs a real bitmap: a browser does not decode SVG into one. */
async function drawnPhoto(): Promise<Blob> {
  const image = new Image();
  image.src = samplePicture(1, 1600, 1000).src;
  await image.decode();
  const sheet = new OffscreenCanvas(1600, 1000);
  sheet.getContext('2d')!.drawImage(image, 0, 0);
  return sheet.convertToBlob({ type: 'image/png' });
}
