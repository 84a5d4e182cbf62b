/** Collapses whitespace: a name is always a single line, however it was sent. */
export const oneLine = (name: string): string => name.replace(/\s+/g, ' ');
