/** A sentence about people: the names in it are objects and shown in bold. */
export type Sentence = readonly (string | { who: string })[];

/** Returns the words of a sentence. */
export const plainText = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.who)).join('');
