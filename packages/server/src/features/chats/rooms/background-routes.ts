import { serve, type App } from '#platform/http/serve.ts';
import { resetBackground, setBackground } from './backgrounds.ts';
import { GROUP, PRIVATE } from './conversation-kind.ts';

/** Mounts the backgrounds of private rooms and of group chats on the same service. */
export function mountBackgrounds(app: App): void {
  const { context } = app;
  for (const kind of [PRIVATE, GROUP]) {
    serve(app, kind.background.upload, async ({ viewer, params, files }) => ({
      filename: await setBackground(context, viewer, { ...params, kind }, files.file),
    }));
    serve(app, kind.background.reset, async ({ viewer, params }) => {
      await resetBackground(context, viewer, { ...params, kind });
      return { ok: true };
    });
  }
}
