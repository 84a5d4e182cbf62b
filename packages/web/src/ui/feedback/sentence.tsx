import { Fragment } from 'react';
import type { Sentence } from '#lib/text/sentence.ts';

/** Shows a sentence with its names in bold. */
export function SentenceText({ sentence }: { sentence: Sentence }) {
  // The parts of a sentence have no identity of their own: they only change together.
  return sentence.map((part, index) => (
    <Fragment key={index}>{typeof part === 'string' ? part : <b>{part.who}</b>}</Fragment>
  ));
}
