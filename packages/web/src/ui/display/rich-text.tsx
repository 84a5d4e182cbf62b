import { Link } from 'react-router';
import { firstCharacters } from '@respa/contract/characters';
import { splitText, tagAddress, type Mention, type TextPart } from '@respa/contract/rich-text';
import styles from './rich-text.module.css';

/** Where the times in a text lead: a video, its length and the addresses of its seconds. */
export type VideoTimes = { seconds: number; placeOf(second: number): string };
type RichTextProps = {
  text: string;
  mentions?: readonly Mention[] | undefined;
  times?: VideoTimes | undefined;
  /** Shows only so many characters, and an ellipsis if there are more. */
  short?: number | undefined;
};

/**
 * A text written by a person, with its links, e-mail addresses, mentions, tags and times. Links to
 * this site open inside the app, others in a new tab.
 */
export function RichText({ text, mentions = [], times, short = Infinity }: RichTextProps) {
  const shown = firstCharacters(text, short);
  const isCut = shown.length < text.length;
  const parts = splitText(text, {
    origin: location.origin,
    mentions,
    ...(times === undefined ? {} : { seconds: times.seconds }),
  });
  return (
    <>
      {cutParts(parts, isCut ? shown.trimEnd().length : text.length).map(([part, words], index) => (
        // A part has no key other than its index; a text changes as a whole.
        <RichTextPart key={`${index}`} part={part} words={words} placeOf={times?.placeOf} />
      ))}
      {isCut ? '…' : ''}
    </>
  );
}

/** Returns the parts within the first units of a text, and what is shown of each. */
function cutParts(parts: readonly TextPart[], units: number): [part: TextPart, words: string][] {
  const shown: [TextPart, string][] = [];
  let from = 0;
  for (const part of parts) {
    if (from >= units) break;
    shown.push([part, part.text.slice(0, units - from)]);
    from += part.text.length;
  }
  return shown;
}

type PartProps = {
  part: TextPart;
  /** What is shown of the part. */
  words: string;
  placeOf?: VideoTimes['placeOf'] | undefined;
};
/** Some words of one part of a text, such as a link. */
export function RichTextPart({ part, words, placeOf }: PartProps) {
  if (part.kind === 'text') return words;
  if (part.kind === 'mention')
    return (
      <Link to={`/user/${part.userId}`} className={styles.mention}>
        {words}
      </Link>
    );
  const inside =
    part.kind === 'time'
      ? placeOf?.(part.seconds)
      : part.kind === 'tag'
        ? tagAddress(part.tag)
        : placeInside(part.href, location.origin);
  if (inside !== undefined)
    return (
      <Link
        to={inside}
        className={styles.link}
        title={part.kind === 'time' ? 'Перейти к моменту' : undefined}
      >
        {words}
      </Link>
    );
  return part.kind !== 'link' ? (
    words
  ) : (
    <a
      href={part.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={styles.link}
    >
      {words}
    </a>
  );
}

/** Returns the path of an address of this site; undefined for any other address. */
export function placeInside(href: string, origin: string): string | undefined {
  const url = URL.parse(href);
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
