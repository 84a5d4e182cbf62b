/** Returns how a poll reads where only text is shown. */
export const pollText = (question: string): string => `Опрос: ${question}`;
