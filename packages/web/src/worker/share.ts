import { scope } from './scope.ts';
import { changeStored } from './stored.ts';

/** The page and the action of the share target in the manifest. */
const PATH = '/share';
/** As lib/member/file-store.ts opens it: the page reads what is stored here. */
const [DATABASE, KEY] = ['respa.shared', 'shared'];
const MOST_FILES = 10;
/** In bytes: what all files of a message may have together. */
const MOST_BYTES = 100 * 2 ** 20;
const MOST_TEXT = 10_000;

/** What was shared with the site from another program. */
export type Shared = { text: string; files: File[]; at: number };

/** Returns what the form of the share target holds, within limits. */
function readForm(form: FormData): Shared {
  const words = ['title', 'text', 'url'].map((name) => form.get(name));
  const lines = words.flatMap((word) =>
    typeof word === 'string' && word.trim() !== '' ? word.trim() : [],
  );
  const files = form.getAll('files').filter((one) => one instanceof File && one.size > 0) as File[];
  let bytes = 0;
  const fitting = files.slice(0, MOST_FILES).filter(({ size }) => {
    bytes += size;
    return bytes <= MOST_BYTES;
  });
  return {
    // Programs put the address into the text too, or the text into the title.
    text: lines
      .filter((line, at) =>
        lines.every((one, i) => i === at || !one.includes(line) || (one === line && at < i)),
      )
      .join('\n')
      .slice(0, MOST_TEXT),
    files: fitting,
    at: Date.now(),
  };
}
async function take(request: Request): Promise<Response> {
  try {
    const shared = readForm(await request.formData());
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
