import { scope } from './scope.ts';
import { readSharedForm, type Shared } from './shared-form.ts';
import { changeStored } from './stored.ts';

/** The page and the action of the share target in the manifest. */
const PATH = '/share';
/** As lib/member/file-store.ts opens it: the page reads what is stored here. */
const [DATABASE, KEY] = ['respa.shared', 'shared'];

async function take(request: Request): Promise<Response> {
  try {
    const shared = readSharedForm(await request.formData(), Date.now());
    await changeStored<Shared>(DATABASE, KEY, () => shared);
  } catch {
    return Response.redirect(`${PATH}?lost`, 303);
  }
  return Response.redirect(PATH, 303);
}

/**
 * Takes what another program shares with the site, and opens the page where the member chooses what
 * becomes of it. Nothing is published without the member.
 */
export function startShare(): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method === 'POST' && origin === scope.location.origin && pathname === PATH)
      event.respondWith(take(request));
  });
}
