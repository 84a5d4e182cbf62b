import * as support from '@respa/contract/support';
import { serve, type House } from '#platform/serve.ts';
import { keepAppeal } from './service.ts';

export function mountSupport(house: House): void {
  serve(house, support.sendMessage, async ({ viewer, body, request }) => {
    await keepAppeal(house.ground, viewer, request.ip, body);
    return { ok: true };
  });
}
