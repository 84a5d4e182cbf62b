import { counted, plural } from './format.ts';

const FORMS = ['подписчик', 'подписчика', 'подписчиков'] as const;

/** '12 480 подписчиков'. */
export const subscribersOf = (count: number): string => counted(count, FORMS);
/** 'потеряет 1 подписчик', 'потеряют 2 подписчика': who loses what is deleted. */
export const losersOf = (count: number): string =>
  `${plural(count, ['потеряет', 'потеряют', 'потеряют'])} ${subscribersOf(count)}`;
/** Returns only the noun: 'подписчиков'. */
export const subscribersWord = (count: number): string => plural(count, FORMS);
