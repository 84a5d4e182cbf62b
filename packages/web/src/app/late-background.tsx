import { loadBeforeSignOut } from '#lib/member/sign-out-warnings.ts';
import { part } from '#lib/browser/part.tsx';
import { whenIdle } from '#lib/browser/when-idle.ts';

const loadChats = () => import('#features/chats/background.tsx');
// It knows of messages that are not sent yet.
loadBeforeSignOut(loadChats);
/**
 * What works on every page of a member and draws nothing: it is loaded once the page has nothing to
 * do.
 */
export const LateBackground = part(() =>
  new Promise<void>((resolve) => {
    whenIdle(resolve);
  })
    .then(() => Promise.all([import('#features/push/push-host.tsx'), loadChats()]))
    .then(([{ PushHost }, { ChatsBackground }]) => () => (
      <>
        <PushHost />
        <ChatsBackground />
      </>
    )),
);
