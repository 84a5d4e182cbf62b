import { counted, plural } from './format.ts';

const FORMS = ['подписчик', 'подписчика', 'подписчиков'] as const;

/** '12 480 подписчиков'. */
export const subscribersOf = (count: number): string => counted(count, FORMS);
/** Returns only the noun: 'подписчиков'. */
export const subscribersWord = (count: number): string => plural(count, FORMS);
