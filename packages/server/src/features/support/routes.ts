import * as support from '@respa/contract/support';
import { addressKey } from '#platform/http/address-key.ts';
import { done, serve, type App } from '#platform/http/serve.ts';
import { keepAppeal } from './service.ts';

export function mountSupport(app: App): void {
  serve(app, support.sendMessage, ({ viewer, body, request }) =>
    done(keepAppeal(app.context, viewer, addressKey(request.ip), body)),
  );
}
