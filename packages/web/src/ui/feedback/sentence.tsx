import { Fragment } from 'react';

/** A sentence about people: the names in it are objects and shown in bold. */
export type Sentence = readonly (string | { who: string })[];

/** Returns the words of a sentence. */
export const plainText = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.who)).join('');

/** Shows a sentence with its names in bold. */
export function SentenceText({ sentence }: { sentence: Sentence }) {
  // The parts of a sentence have no identity of their own: they only change together.
  return sentence.map((part, index) => (
    <Fragment key={index}>{typeof part === 'string' ? part : <b>{part.who}</b>}</Fragment>
  ));
}
