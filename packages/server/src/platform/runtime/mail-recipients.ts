import addressparser from 'nodemailer/lib/addressparser';

/** Domains of one provider, each of which delivers to the same mailboxes. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);
const YANDEX = new Set(['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.uz']);

/**
 * Returns the mailbox that an address leads to, in one spelling, for limits only: without a `+tag`;
 * at Gmail without dots, at Yandex with a hyphen for a dot. Mail is never sent to the result.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/s, '');
  const domain = address.slice(at + 1).toLowerCase();
  if (GMAIL.has(domain)) return `${name.replaceAll('.', '')}@gmail.com`;
  if (YANDEX.has(domain)) return `${name.replaceAll('.', '-')}@yandex.ru`;
  return `${name}@${domain}`;
}

/**
 * Returns whether a mail goes to one address and this one alone: as its text is read, as its header
 * names it, and as the mail server is told. They differ for texts that mail software reads as a
 * group, a list or a comment, and for domains that it converts.
 */
export function isOnlyRecipient(
  address: string,
  sent: { envelope: readonly string[]; header: readonly { address?: string | undefined }[] },
): boolean {
  const read = addressparser(address);
  const [one] = read;
  return (
    read.length === 1 &&
    one !== undefined &&
    one.group === undefined &&
    one.name === '' &&
    [one.address, ...sent.envelope, ...sent.header.map((each) => each.address)].every(
      (each) => each === address,
    ) &&
    sent.envelope.length === 1 &&
    sent.header.length === 1
  );
}
