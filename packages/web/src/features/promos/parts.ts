export { usePromo } from './api.ts';
export { Cabinet } from './cabinet.tsx';
export { NewPromo } from './promo-form.tsx';
export { PromoPage } from './promo-page.tsx';
export { PromoQueue } from './promo-queue.tsx';
export { PromoSlotHost } from './promo-slot-host.tsx';
