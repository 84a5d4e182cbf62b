import { useState } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { pictureSource, thumbnailSource } from '#lib/browser/media.ts';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { Scenery } from '#ui/layout/scenery.tsx';
import type { Offer } from '../api.ts';
import styles from './offer-pictures.module.css';

/**
 * The pictures of an offer: one large, the others below to choose from. A press opens it over the
 * whole screen.
 */
export function OfferPictures({ offer }: { offer: Offer }) {
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState<number | null>(null);
  const pictures = offer.pictures.map((picture, index) =>
    pictureSource('board', picture, `${offer.title}, картинка ${index + 1}`),
  );
  const index = Math.min(shown, pictures.length - 1);
  const picture = pictures[index];
  if (picture === undefined)
    return (
      <div className={styles.frame}>
        <Scenery seed={offer._id} />
      </div>
    );
  return (
    <div className={styles.pictures}>
      <button
        type="button"
        className={styles.frame}
        aria-label={`Открыть картинку ${index + 1} из ${pictures.length}`}
        onClick={() => setOpen(index)}
      >
        <Picture
          key={picture.src}
          {...picture}
          fit="cover"
          sizes="(max-width: 500px) 100vw, 600px"
          first
          className={styles.whole}
        />
      </button>
      {pictures.length < 2 ? null : (
        <ul className={styles.row} aria-label="Картинки">
          {offer.pictures.map((one, at) => (
            <li key={one.name}>
              <button
                type="button"
                className={classNames(styles.small, at === index && styles.chosen)}
                aria-label={`Картинка ${at + 1} из ${pictures.length}`}
                aria-current={at === index}
                onClick={() => setShown(at)}
              >
                <img {...thumb(one)} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Lightbox pictures={pictures} place={open} onChange={setOpen} />
    </div>
  );
}
const thumb = (picture: Offer['pictures'][number]) => {
  const { src, srcSet } = thumbnailSource('board', picture);
  return { src, srcSet, sizes: '72px' };
};
