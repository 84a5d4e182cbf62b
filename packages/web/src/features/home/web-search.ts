/** The documented web search. */
export const webSearch = (text: string) =>
  `https://yandex.ru/search/?text=${encodeURIComponent(text)}`;
