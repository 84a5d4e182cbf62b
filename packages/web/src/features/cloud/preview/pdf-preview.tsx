import { IconArrowsMaximize } from '#ui/icons.ts';
import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist';
import { counted } from '#lib/text/format.ts';
import { loadChunk } from '#lib/network/load-chunk.ts';
import { Button } from '#ui/forms/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './pdf-preview.module.css';
import { useIsWide } from '#lib/browser/use-wide.ts';

declare const __PDF_URL__: string;
const partUrl = (name: string): string => new URL(__PDF_URL__ + name, location.origin).href;
/**
 * In px: pages this close to the visible area are drawn. The others are blank, so that a book takes
 * no more memory than a leaflet.
 */
const NEAR = 600;
/** The maximum width of a drawn page, in pixels: a large screen does not need more. */
const MOST_PIXELS = 2_000;
const LOCKED = 'PasswordException';

let reader: Promise<typeof import('pdfjs-dist')> | undefined;
/** Loads the PDF reader once. A failed load is retried on the next call. */
function loadReader(): Promise<typeof import('pdfjs-dist')> {
  reader ??= loadChunk(
    () => import(/* @vite-ignore */ partUrl('pdf.js')) as Promise<typeof import('pdfjs-dist')>,
    [`${__PDF_URL__}pdf.js`],
  ).then(
    (pdf) => {
      pdf.GlobalWorkerOptions.workerSrc = partUrl('pdf.worker.js');
      return pdf;
    },
    (error: unknown) => {
      reader = undefined;
      throw error;
    },
  );
  return reader;
}
type Opened = { document: PDFDocumentProxy; first: PageViewport } | 'locked' | 'broken' | null;

/** Opens a document in its own worker. Its scripts are never run. */
function useDocument(src: string): Opened {
  const [opened, setOpened] = useState<Opened>(null);
  useEffect(() => {
    let isGone = false;
    let close = () => {};
    const open = async () => {
      const pdf = await loadReader();
      if (isGone) return;
      const task = pdf.getDocument({
        url: src,
        wasmUrl: partUrl(''),
        rangeChunkSize: 256 * 1024,
        disableAutoFetch: true,
        disableStream: true,
        stopAtErrors: false,
      });
      close = () => void task.destroy();
      const document = await task.promise;
      const first = (await document.getPage(1)).getViewport({ scale: 1 });
      if (!isGone) setOpened({ document, first });
    };
    open().catch((error: Error) => {
      if (!isGone) setOpened(error.name === LOCKED ? 'locked' : 'broken');
    });
    return () => {
      isGone = true;
      close();
    };
  }, [src]);
  return opened;
}

/**
 * Shows a document in place. On a wide screen, where the column beside the list is narrow, it can
 * also be read in a dialog.
 */
export function PdfPreview({ src, name }: { src: string; name: string }) {
  const opened = useDocument(src);
  const isWide = useIsWide();
  const [isLarge, setLarge] = useState(false);
  if (opened === null)
    return (
      <div className={styles.wait}>
        <Spinner label="Открываем документ" />
      </div>
    );
  if (opened === 'locked')
    return <p className={styles.note}>Документ закрыт паролем: скачайте его, чтобы прочитать.</p>;
  if (opened === 'broken')
    return (
      <p className={styles.note}>Этот документ не открывается здесь. Попробуйте скачать его.</p>
    );
  const count = counted(opened.document.numPages, ['страница', 'страницы', 'страниц']);
  return (
    <>
      <PdfSheet opened={opened} label={`Страницы: ${name}`} />
      <p className={styles.note}>{count}</p>
      {isWide ? (
        <Button
          icon={<IconArrowsMaximize size={18} aria-hidden="true" />}
          onClick={() => setLarge(true)}
        >
          Читать крупнее
        </Button>
      ) : null}
      {isLarge ? (
        <Modal open onClose={() => setLarge(false)} size="large" title={name}>
          <PdfSheet opened={opened} label={`Крупно: ${name}`} />
        </Modal>
      ) : null}
    </>
  );
}
/** The pages, stacked vertically. */
function PdfSheet({
  opened: { document, first },
  label,
}: {
  opened: { document: PDFDocumentProxy; first: PageViewport };
  label: string;
}) {
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  return (
    <div ref={setSheet} role="document" className={styles.sheet} aria-label={label} tabIndex={0}>
      {sheet === null
        ? null
        : Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage
              key={index}
              document={document}
              number={index + 1}
              first={first}
              sheet={sheet}
            />
          ))}
    </div>
  );
}

type PdfPageProps = {
  document: PDFDocumentProxy;
  number: number;
  first: PageViewport;
  sheet: HTMLElement;
};
/** Reserves the first page's size until its own size is known. */
function PdfPage({ document, number, first, sheet }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      root: sheet,
      rootMargin: `${NEAR}px 0px`,
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [sheet]);
  useEffect(() => {
    if (!isNear || page !== null) return;
    let isGone = false;
    document.getPage(number).then(
      (found) => {
        if (!isGone) setPage(found);
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [document, number, isNear, page]);
  const { width, height } = page?.getViewport({ scale: 1 }) ?? first;
  return (
    <div ref={place} className={styles.page} style={{ aspectRatio: `${width} / ${height}` }}>
      {isNear && page !== null ? <PdfLeaf page={page} number={number} /> : null}
    </div>
  );
}
function PdfLeaf({ page, number }: { page: PDFPageProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const leaf = canvas.current!;
    const across = Math.min(MOST_PIXELS, Math.round(leaf.clientWidth * window.devicePixelRatio));
    const viewport = page.getViewport({ scale: across / page.getViewport({ scale: 1 }).width });
    [leaf.width, leaf.height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const drawing = page.render({ canvas: leaf, viewport, annotationMode: 0 });
    drawing.promise.then(
      () => setDrawn(true),
      () => {},
    );
    return () => drawing.cancel();
  }, [page]);
  useEffect(() => {
    let isGone = false;
    page.getTextContent().then(
      ({ items }) => {
        if (!isGone) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [page]);
  return (
    <>
      <div
        role="img"
        aria-label={`Страница ${number}`}
        className={styles.leaf}
        data-drawn={isDrawn || undefined}
      >
        <canvas ref={canvas} className={styles.leaf} />
      </div>
      <p className="visually-hidden">{text}</p>
    </>
  );
}
