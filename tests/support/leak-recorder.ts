import { createHash } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { recordFetch, type Asked } from './recorded-fetch.ts';

export type LeakRecorder = {
  /**
   * Registers the owner of a token, for cases where the response with the token may not be
   * recorded: a page may be left before the response is read.
   */
  watchSession(session: { token: string; userId: string }): void;
  /** Registers the value of a cookie, which nothing else may contain. */
  watchSecret(secret: string): void;
  /** Records the response of a call, or a frame of a stream. */
  recordResponse(asked: Asked, text: string): void;
  /** Records a line of the structured log. */
  recordLog(line: string): void;
  /**
   * Records what is printed to the terminal. The recipient and the link of an email may be printed
   * there. The link opens an account, so it is a secret as well.
   */
  recordTerminal(text: string): void;
  /**
   * Returns where something appeared that must not, a line each. Also reads the emails of an
   * outbox.
   */
  findLeaks(outbox: string): Promise<string[]>;
};

/** The recorders of servers, by address. */
const recorders = new Map<string, LeakRecorder>();
/** Returns the recorder of the server at an address, if there is one. */
export const recorderAt = (url: string): LeakRecorder | undefined =>
  recorders.get(new URL(url).origin);
/**
 * Starts recording all responses from an address in this process. Returns a function that ends
 * that.
 */
export function recordResponsesAt(url: string, recorder: LeakRecorder): () => void {
  recordFetch(recorderAt);
  const { origin } = new URL(url);
  recorders.set(origin, recorder);
  return () => {
    if (recorders.get(origin) === recorder) recorders.delete(origin);
  };
}
/**
 * Records what a process prints. The structured log is only shown if `LOG_LEVEL` is set; other
 * lines on stderr are always shown.
 */
export function recordOutput({ stdout, stderr }: ChildProcess, recorder: LeakRecorder): void {
  createInterface({ input: stdout! }).on('line', (line) => recorder.recordTerminal(line));
  createInterface({ input: stderr! }).on('line', (line) => {
    recorder.recordLog(line);
    if (!line.startsWith('{') || process.env['LOG_LEVEL'] !== undefined)
      process.stderr.write(`${line}\n`);
  });
}
/** The log level of recorded servers: the one that users' machines have. */
export const RECORDED_LOG_LEVEL = process.env['LOG_LEVEL'] ?? 'info';
export function assertNone(leaks: string[]): void {
  if (leaks.length > 0)
    throw new Error(`these came where they do not belong:\n${leaks.join('\n')}`);
}

/** Calls whose reply is a token. */
const GIVES_TOKEN = new Set([
  'POST /auth/register',
  'POST /auth/login',
  'POST /auth/second',
  'POST /auth/activate',
  'POST /auth/passkeys/sign-in',
  'GET /refresh',
]);
/** Calls whose reply contains the caller's own email address. */
const OWN_RECORD = new Set([
  'GET /user-by-token',
  'GET /user/:id',
  'GET /user-profile/:id',
  'GET /auth/email',
  'POST /auth/change-email',
  'POST /auth/passkeys/begin',
  'POST /auth/confirm-email',
  'POST /editprofile',
]);
/** Calls that tell the holder of an emailed link which address it went to. */
const NAMES_ADDRESSEE = /^GET \/auth\/(?:activation|confirm-email)\//;
/** Calls that return the seller's phone number after a press. */
const RETURNS_PHONE = new Set(['GET /board/phone/:id', 'GET /ad/phone/:id']);
const isAdminCall = (call: string) => / \/admin\//.test(call);
/** Patterns that reveal the server's path on its disk, or a password hash. */
const INSIDES = /\$argon2|node_modules|packages\/server\/src/g;
// Starts at a word boundary, so that a word of sixty thousand characters is scanned only once.
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.(?:test|respa)\b/gi;
const LONG_WORD = /[\w-]{43,}/g;
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
/** Fewer digits are a price or a year; more are not a phone number (E.164), and are refused. */
const isPhone = (digits: string) => digits.length >= 10 && digits.length <= 15;

/**
 * Creates a recorder of everything that leaves a server. It knows what must not appear: others'
 * email addresses, tokens and their hashes, phone numbers, paths on the disk.
 */
export function makeLeakRecorder(dataDir: string): LeakRecorder {
  const leaks = new Set<string>();
  const secrets = new Set<string>();
  /** Secrets that an email may contain. */
  const links = new Set<string>();
  /** By token: its owner, and the email addresses that the owner has entered. */
  const people = new Map<string, { id: string; emails: Set<string> }>();
  /** By phone number: its owners. */
  const phones = new Map<string, Set<string>>();
  const keep = (secret: string) => {
    secrets.add(secret);
    secrets.add(createHash('sha256').update(secret).digest('hex'));
    secrets.add(createHash('sha256').update(secret).digest('base64url'));
  };
  /** An error that quotes the request reveals nothing. */
  const isSent = (value: string, sent = '') => sent.includes(value);

  function learn({ call, token, sent = '' }: Asked, text: string): void {
    const person = people.get(token ?? '');
    if (OWN_RECORD.has(call))
      for (const [email] of sent.matchAll(EMAIL)) person?.emails.add(email.toLowerCase());
    const phone = / \/(?:board|ad)\//.test(call) ? /"phone":"([^"]+)"/.exec(sent)?.[1] : undefined;
    if (phone !== undefined && isPhone(digitsOf(phone)) && person !== undefined)
      (
        phones.get(digitsOf(phone)) ?? phones.set(digitsOf(phone), new Set()).get(digitsOf(phone))!
      ).add(person.id);
    if (!GIVES_TOKEN.has(call)) return;
    const input = /"token":"([\w-]{43})"/.exec(text)?.[1];
    if (input === undefined) return;
    const known = own(input, /"userId":"([\w-]+)"/.exec(text)?.[1] ?? person?.id ?? '');
    for (const [email] of sent.matchAll(EMAIL)) known.emails.add(email.toLowerCase());
  }
  function own(token: string, id: string): { emails: Set<string> } {
    keep(token);
    const known = [...people.values()].find((one) => one.id === id) ?? {
      id,
      emails: new Set<string>(),
    };
    people.set(token, known);
    return known;
  }
  function search(where: string, text: string, { call, token, sent }: Asked): void {
    const note = (what: string) => leaks.add(`${where}: ${what}`);
    const person = people.get(token ?? '');
    const insides = [...text.matchAll(INSIDES)].map(([inside]) => inside);
    for (const inside of text.includes(dataDir) ? [...insides, dataDir] : insides)
      if (!isSent(inside, sent)) note(inside);
    if (!GIVES_TOKEN.has(call))
      for (const [word] of text.matchAll(LONG_WORD))
        if (secrets.has(word) && !isSent(word, sent))
          note(`a token or its hash, ${word.slice(0, 6)}…`);
    for (const [email] of isAdminCall(call) ? [] : text.matchAll(EMAIL)) {
      const isOwn =
        (OWN_RECORD.has(call) && person?.emails.has(email.toLowerCase()) === true) ||
        NAMES_ADDRESSEE.test(call);
      if (!isOwn && !isSent(email, sent)) note(`the address ${email}`);
    }
    for (const [digits, owners] of phones.size === 0 || isAdminCall(call) || RETURNS_PHONE.has(call)
      ? []
      : phones) {
      if (
        !owners.has(person?.id ?? '') &&
        digitsOf(sent ?? '').includes(digits) === false &&
        new RegExp([...digits].join('[ ()+-]*')).test(text)
      )
        note(`the phone ${digits}`);
    }
  }
  return {
    watchSession({ token, userId }) {
      own(token, userId);
    },
    watchSecret: keep,
    recordResponse(asked, text) {
      learn(asked, text);
      search(asked.call, text, asked);
    },
    recordLog(line) {
      // A stack trace contains the path of the code: that is what the log is for. A killed process
      // did not complete its line.
      search(
        `the log (${line.slice(0, 160)})`,
        line.replaceAll(/"stack":"(?:[^"\\]|\\.)*(?:"|$)/g, '').replaceAll(dataDir, ''),
        { call: 'log' },
      );
    },
    recordTerminal(text) {
      for (const line of text.split('\n')) {
        const link = /^ {2}ссылка из него: \S+\/([\w-]{43})$/.exec(line)?.[1];
        if (link === undefined)
          search(
            `the terminal (${line.slice(0, 160)})`,
            line.replace(/^Письмо для \S+/, '').replaceAll(dataDir, ''),
            { call: 'terminal' },
          );
        else {
          keep(link);
          links.add(link);
        }
      }
    },
    async findLeaks(outbox) {
      const names = (await readdir(outbox).catch(() => [] as string[])).filter((name) =>
        name.endsWith('.eml'),
      );
      for (const name of names) {
        const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
        const to = /^To: (\S+)/m.exec(mail)?.[1] ?? '';
        const body = readable(mail.slice(mail.search(/\r?\n\r?\n/)));
        const subject = /^Subject: (.*)/m.exec(mail)?.[1] ?? '';
        const both = OWN_MAIL.test(body) ? body.match(EMAIL)?.join(' ') : '';
        search(
          `a mail (${subject})`,
          body.replaceAll(LONG_WORD, (word) => (links.has(word) ? '' : word)),
          { call: 'mail', sent: `${to} respa@localhost ${both}` },
        );
      }
      return [...leaks];
    },
  };
}
/** The old address is notified of the new one, and the new one of the old. */
const OWN_MAIL = /почт[уаы]/i;
/** Decodes Base64 and quoted-printable. */
const readable = (text: string): string =>
  text
    .split(/\r?\n\r?\n/)
    .map((part) =>
      /^[A-Za-z0-9+/=\r\n]+$/.test(part.trim())
        ? Buffer.from(part, 'base64').toString()
        : part
            .replace(/=\r?\n/g, '')
            .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
              Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
            ),
    )
    .join('\n');
