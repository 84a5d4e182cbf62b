import * as support from '@respa/contract/support';
import { done, serve, type House } from '#platform/serve.ts';
import { keepAppeal } from './service.ts';

export function mountSupport(house: House): void {
  serve(house, support.sendMessage, ({ viewer, body, request }) =>
    done(keepAppeal(house.ground, viewer, request.ip, body)),
  );
}
