import { part } from '#lib/browser/part.tsx';
import { classNames } from '#lib/browser/class-names.ts';
import { layPictures } from './picture-layout.ts';
import styles from './picture-grid.module.css';
import { Picture, type PictureSource } from './picture.tsx';

const AltMark = part(async () => (await import('./alt-mark.tsx')).AltMark);
const WIDTH = 600;

type PictureGridProps = {
  pictures: readonly PictureSource[];
  /** Opens a picture, usually in the lightbox. */
  onOpen?: ((index: number) => void) | undefined;
  /** The grid's width in CSS pixels, for the browser to choose a rendition. */
  width?: number | undefined;
  className?: string | undefined;
};

// On a phone the smaller rendition is nearly as sharp and several times lighter.
const sizesOf = (width: number, ratio: number, rowRatio: number) =>
  `(max-width: 500px) 82vw, ${Math.round((width * ratio) / rowRatio)}px`;

/** Preloads the pictures of the first row before they are drawn. */
export function preloadPictures(pictures: readonly PictureSource[], width = WIDTH): void {
  const [row] = layPictures(pictures);
  for (const { place: index, ratio } of row?.cells ?? [])
    Object.assign(new Image(), {
      sizes: sizesOf(width, ratio, row!.ratio),
      srcset: pictures[index]!.srcSet ?? '',
    });
}

/**
 * Returns the share of a row. Why: shares that add up to less than 1, as that of a single portrait
 * picture, leave a part of the row empty.
 */
const share = (ratio: number): number => ratio * 100;

/** Shows several pictures as one block of full rows. Its height is known in advance. */
export function PictureGrid({ pictures, onOpen, width = WIDTH, className }: PictureGridProps) {
  if (pictures.length === 0) return null;
  return (
    <div className={classNames(styles.grid, className)}>
      {layPictures(pictures).map((row) => (
        <div key={row.cells[0]?.place} className={styles.row} style={{ aspectRatio: row.ratio }}>
          {row.cells.map(({ place: index, ratio }) => {
            const picture = pictures[index]!;
            const drawn = (
              <Picture {...picture} fit="cover" sizes={sizesOf(width, ratio, row.ratio)} />
            );
            return (
              <span key={index} className={styles.cell} style={{ flexGrow: share(ratio) }}>
                {onOpen ? (
                  <button
                    type="button"
                    className={styles.open}
                    onClick={() => onOpen(index)}
                    aria-label={
                      picture.alt || `Открыть картинку ${index + 1} из ${pictures.length}`
                    }
                  >
                    {drawn}
                  </button>
                ) : (
                  drawn
                )}
                {picture.isDescribed ? <AltMark alt={picture.alt!} /> : null}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
