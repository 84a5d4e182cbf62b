import { part } from '#lib/part.tsx';
import { whenIdle } from '#lib/when-idle.ts';

/** Loaded once the page has nothing to do: it draws nothing. */
export const LatePush = part(() =>
  new Promise<void>((resolve) => {
    whenIdle(resolve);
  })
    .then(() => import('#features/push/push-host.tsx'))
    .then((file) => file.PushHost),
);
