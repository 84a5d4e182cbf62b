import * as backgrounds from '@respa/contract/backgrounds';
import { serve, type App } from '#platform/http/serve.ts';
import { resetBackground, setBackground } from './backgrounds.ts';

/** Mounts the routes of private rooms and of groups on the same service. */
export function mountBackgrounds(app: App): void {
  const { context } = app;
  for (const [upload, reset, isGroup] of [
    [backgrounds.upload, backgrounds.reset, false],
    [backgrounds.uploadToGroup, backgrounds.resetOfGroup, true],
  ] as const) {
    serve(app, upload, async ({ viewer, params, files }) => ({
      filename: await setBackground(context, viewer, { ...params, isGroup }, files.file),
    }));
    serve(app, reset, async ({ viewer, params }) => {
      await resetBackground(context, viewer, { ...params, isGroup });
      return { ok: true };
    });
  }
}
