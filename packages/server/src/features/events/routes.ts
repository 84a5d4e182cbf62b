import * as events from '@respa/contract/events';
import { done, serve, type House } from '#platform/serve.ts';
import { createEvent, editEvent, listEvents, removeEvent } from './service.ts';

export function mountEvents(house: House): void {
  const { ground } = house;
  serve(house, events.create, async ({ viewer, body, files }) => ({
    event: await createEvent(ground, viewer, { ...body, files }),
  }));
  serve(house, events.edit, async ({ viewer, params, body, files }) => ({
    event: await editEvent(ground, viewer, params.id, { ...body, files }),
  }));
  serve(house, events.remove, ({ viewer, params }) => done(removeEvent(ground, viewer, params.id)));
  serve(house, events.list, ({ query }) => listEvents(ground, query));
}
