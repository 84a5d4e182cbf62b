/** The name of a thing stands in one line, however it was sent. */
export const oneLine = (name: string): string => name.replace(/\s+/g, ' ');
