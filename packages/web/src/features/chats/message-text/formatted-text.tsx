import { Fragment, type ReactNode } from 'react';
import { isCode, type StyledPart, type TextStyle } from '@respa/contract/formatting';
import { splitText, type Mention, type TextPart } from '@respa/contract/rich-text';
import { classNames } from '#lib/browser/class-names.ts';
import { RichText, RichTextPart } from '#ui/display/rich-text.tsx';
import { CustomEmoji } from './custom-emoji.tsx';
import { Spoiler } from './spoiler.tsx';
import styles from './formatted-text.module.css';

type FormattedTextProps = {
  text: string;
  mentions?: readonly Mention[];
  formatting: readonly StyledPart[];
};
/** A part of the text without an edge of a style in it. */
type Run = { from: number; to: number; active: ReadonlySet<TextStyle>; image?: string };

/** The text of a message with its styles, links and mentions. */
export function FormattedText({ text, mentions = [], formatting }: FormattedTextProps) {
  if (formatting.length === 0) return <RichText text={text} mentions={mentions} />;
  const parts = placeParts(splitText(text, { origin: location.origin, mentions }));
  const spoilers = formatting.filter(({ style }) => style === 'spoiler');
  const runs = splitRuns(text, formatting);
  const draw = (within: (run: Run) => boolean) =>
    runs
      .filter(within)
      .map((run) => <StyledRun key={run.to} run={run} text={text} parts={parts} />);
  const shown: ReactNode[] = [];
  let from = 0;
  for (const { offset, length } of spoilers) {
    const start = from;
    shown.push(
      <Fragment key={`before ${offset}`}>
        {draw((run) => run.from >= start && run.to <= offset)}
      </Fragment>,
      // The words belong to the key: other words are hidden again.
      <Spoiler key={`${offset} ${text.slice(offset, offset + length)}`}>
        {draw((run) => run.from >= offset && run.to <= offset + length)}
      </Spoiler>,
    );
    from = offset + length;
  }
  return (
    <>
      {shown}
      {draw((run) => run.from >= from)}
    </>
  );
}

type PlacedPart = { part: TextPart; from: number; to: number };
function placeParts(parts: readonly TextPart[]): PlacedPart[] {
  let to = 0;
  return parts.map((part) => {
    const from = to;
    to += part.text.length;
    return { part, from, to };
  });
}
function splitRuns(text: string, formatting: readonly StyledPart[]): Run[] {
  const edges = new Set([0, text.length]);
  for (const { offset, length } of formatting) edges.add(offset).add(offset + length);
  const sorted = [...edges].sort((a, b) => a - b);
  const blockEnds = formatting.flatMap(({ style, offset, length }) =>
    style === 'block' ? [offset + length] : [],
  );
  return sorted.slice(1).map((to, index) => {
    const start = sorted[index]!;
    // A block ends its line itself.
    const from = start + Number(blockEnds.includes(start) && text[start] === '\n');
    const active = formatting.flatMap(({ style, offset, length }) =>
      offset <= start && to <= offset + length ? [style] : [],
    );
    const custom = formatting.find(
      ({ offset, length, image }) =>
        image !== undefined && offset === start && to === offset + length,
    );
    return {
      from,
      to,
      active: new Set(active),
      ...(custom === undefined ? {} : { image: custom.image! }),
    };
  });
}

type StyledRunProps = { run: Run; text: string; parts: readonly PlacedPart[] };
function StyledRun({ run: { from, to, active, image }, text, parts }: StyledRunProps) {
  const look = [...active].flatMap((style) => styles[style] ?? []);
  if ([...active].some(isCode))
    return <code className={classNames(...look)}>{text.slice(from, to)}</code>;
  if (image !== undefined) return <CustomEmoji emoji={text.slice(from, to)} image={image} />;
  const shown = parts
    .filter((placed) => placed.from < to && placed.to > from)
    .map((placed) => (
      <RichTextPart
        key={placed.from}
        part={placed.part}
        words={text.slice(Math.max(from, placed.from), Math.min(to, placed.to))}
      />
    ));
  if (look.length === 0) return shown;
  const Tag = active.has('bold') ? 'strong' : active.has('italic') ? 'em' : 'span';
  return <Tag className={classNames(...look)}>{shown}</Tag>;
}
