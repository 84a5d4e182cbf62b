import * as promos from './promos.ts';

// The promo calls by their documented names.
export const create = promos.documented(promos.create);
export const one = promos.documented(promos.one);
export const own = promos.documented(promos.mine);
export const prolong = promos.documented(promos.prolong);
export const remove = promos.documented(promos.remove);
export const stats = promos.documented(promos.stats);
export const ownStats = promos.documented(promos.ownStats);
export const next = promos.documented(promos.next);
export const view = promos.documented(promos.view);
export const click = promos.documented(promos.click);
export const hide = promos.documented(promos.hide);
export const waiting = promos.documented(promos.waiting);
export const approve = promos.documented(promos.approve);
export const refuse = promos.documented(promos.refuse);
