import type { ReactNode } from 'react';
import { RichText } from '#ui/display/rich-text.tsx';
import { IconEye, IconStarFilled } from '#ui/icons.ts';
import { useToday } from '#lib/browser/now.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { Card } from '#ui/layout/card.tsx';
import { Picture } from '#ui/media/picture.tsx';
import type { Event } from './api.ts';
import styles from './event-card.module.css';
import { dayOf } from './words.ts';

/** One event with all its details. */
export function EventCard({ event, children }: { event: Event; children?: ReactNode }) {
  const today = useToday();
  const pictures = [event.file, event.file2].filter((one) => one !== null);
  return (
    <Card as="article" inset="flush" className={styles.card}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.day}>
            <time dateTime={event.time === '' ? event.date : `${event.date}T${event.time}`}>
              {dayOf(event, today)}
            </time>
            {event.interesting ? (
              <span className={styles.star}>
                <IconStarFilled size={15} aria-hidden="true" />
                Интересное
              </span>
            ) : null}
          </p>
          <h2 className={styles.title}>{event.text}</h2>
        </div>
        {children}
      </header>
      {pictures.length === 0 ? null : (
        <div className={styles.pictures} data-count={pictures.length}>
          {pictures.map((one) => (
            <Picture
              key={one.name}
              {...pictureSource('events', one)}
              fit="cover"
              className={styles.picture}
            />
          ))}
        </div>
      )}
      {event.information === '' && event.visibility === '' ? null : (
        <div className={styles.more}>
          {event.information === '' ? null : (
            <p>
              <RichText text={event.information} />
            </p>
          )}
          {event.visibility === '' ? null : (
            <p className={styles.visibility}>
              <IconEye size={18} aria-hidden="true" />
              <span>
                <span className="visually-hidden">Видимость: </span>
                {event.visibility}
              </span>
            </p>
          )}
        </div>
      )}
    </Card>
  );
}
