import type { Static } from 'typebox';
import type { Promo } from '@respa/contract/promos';
import { counted, day } from '#lib/text/format.ts';

type Relationship = Pick<Static<typeof Promo>, 'state' | 'dieDate'>;
/** Returns the state of an ad in its author's wording. */
export function statusOf({ state, dieDate }: Relationship): string {
  const end = dieDate === null ? '' : day(dieDate);
  return {
    waiting: 'На проверке',
    shown: `Показывается до ${end}`,
    refused: 'Отклонена',
    ended: `Закончилась ${end}`,
  }[state];
}
export const daysOf = (days: number): string => counted(days, ['день', 'дня', 'дней']);
export const viewsOf = (views: number): string => counted(views, ['показ', 'показа', 'показов']);
export const clicksOf = (clicks: number): string =>
  counted(clicks, ['переход', 'перехода', 'переходов']);
/** Returns a link's host, so that the user can check where it leads. */
export const hostOf = (link: string): string => new URL(link).host.replace(/^www\./, '');
export const SERIES = [{ label: 'Показы' }, { label: 'Переходы' }] as const;
