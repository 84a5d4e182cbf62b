export { PromoQueue as Promos } from '#features/promos/parts.ts';
