/** The documented web search. */
export const webSearch = (text: string) =>
  `https://yandex.ru/search/?text=${encodeURIComponent(text)}`;
/** The search of this site. */
export const siteSearch = (text: string) => `/search?q=${encodeURIComponent(text)}`;
