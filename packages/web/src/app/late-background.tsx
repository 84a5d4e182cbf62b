import { part } from '#lib/browser/part.tsx';
import { whenIdle } from '#lib/browser/when-idle.ts';

/** What works on every page of a member and draws nothing: it is loaded once the page has nothing to do. */
export const LateBackground = part(() =>
  new Promise<void>((resolve) => {
    whenIdle(resolve);
  })
    .then(() =>
      Promise.all([
        import('#features/push/push-host.tsx'),
        import('#features/chats/background.tsx'),
      ]),
    )
    .then(([{ PushHost }, { ChatsBackground }]) => () => (
      <>
        <PushHost />
        <ChatsBackground />
      </>
    )),
);
