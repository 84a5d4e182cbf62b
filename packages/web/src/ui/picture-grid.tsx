import { classNames } from '#lib/class-names.ts';
import { layPictures } from './picture-layout.ts';
import styles from './picture-grid.module.css';
import { Picture, type PictureSource } from './picture.tsx';

type PictureGridProps = {
  pictures: readonly PictureSource[];
  /** Opens a picture, usually in the lightbox. */
  onOpen?: ((place: number) => void) | undefined;
  /** The place's width in CSS pixels, for the browser to choose a rendition. */
  width?: number | undefined;
  className?: string | undefined;
};

/** Several pictures as one block: in full rows, its height known beforehand. */
export function PictureGrid({ pictures, onOpen, width = 600, className }: PictureGridProps) {
  if (pictures.length === 0) return null;
  return (
    <div className={classNames(styles.grid, className)}>
      {layPictures(pictures).map((row) => (
        <div key={row.cells[0]?.place} className={styles.row} style={{ aspectRatio: row.ratio }}>
          {row.cells.map(({ place, ratio }) => {
            const picture = pictures[place]!;
            // On a phone the smaller rendition is nearly as sharp and several times lighter.
            const drawn = <Picture {...picture} fit="cover" sizes={`(max-width: 500px) 82vw, ${Math.round((width * ratio) / row.ratio)}px`} />;
            return onOpen ? (
              <button key={place} type="button" className={styles.cell} style={{ flexGrow: ratio }} onClick={() => onOpen(place)} aria-label={picture.alt || `Открыть картинку ${place + 1} из ${pictures.length}`}>
                {drawn}
              </button>
            ) : (
              <span key={place} className={styles.cell} style={{ flexGrow: ratio }}>{drawn}</span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
