import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import Lightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useBackCloses } from '#lib/navigation/back-closes.ts';
import './lightbox-window.css';
import type { LightboxProps } from './lightbox.tsx';

const WORDS = {
  Previous: 'Предыдущая',
  Next: 'Следующая',
  Close: 'Закрыть',
  'Zoom in': 'Приблизить',
  'Zoom out': 'Отдалить',
  Lightbox: 'Просмотр картинок',
  'Photo gallery': 'Картинки',
  Carousel: 'Картинки',
  Slide: 'Картинка',
  '{index} of {total}': '{index} из {total}',
};

export function LightboxWindow({ pictures, place, onChange }: LightboxProps) {
  useBackCloses(true, () => onChange(null));
  return (
    <Lightbox
      open
      close={() => onChange(null)}
      index={place ?? 0}
      slides={pictures.map(({ src, width, height, alt, srcSet }) => ({
        src,
        width,
        height,
        alt: alt ?? '',
        ...(srcSet ? { srcSet: readSet(srcSet, width / height) } : {}),
      }))}
      on={{ view: ({ index }) => onChange(index) }}
      plugins={pictures.length > 1 ? [Zoom, Counter] : [Zoom]}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true, closeOnPullUp: true }}
      animation={{ fade: 120, swipe: 200 }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      labels={WORDS}
      {...(pictures.length > 1
        ? {}
        : { render: { buttonPrev: () => null, buttonNext: () => null } })}
    />
  );
}

/** Converts 'a.jpg 480w, b.jpg 960w' to the lightbox's format. */
function readSet(srcSet: string, ratio: number) {
  return srcSet.split(/,\s+/).flatMap((entry) => {
    const [src, size] = entry.trim().split(/\s+/);
    const width = Number.parseInt(size ?? '', 10);
    return src && width > 0 ? [{ src, width, height: Math.round(width / ratio) }] : [];
  });
}
