import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Returns an error without PostgreSQL's details: they quote rows, and rows hold people's addresses.
 */
function presentError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: string; constraint?: string };
  return { type: error.name, message: error.message, code, constraint, stack: error.stack };
}

/**
 * The structured log, on standard error by default. It never contains texts, email addresses or tokens
 * of people, and network addresses in security events only (`platform/http/security-log.ts`).
 */
export function makeLog(
  level: string,
  to: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: presentError },
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'email',
          'password',
          'token',
          'link',
        ],
        remove: true,
      },
    },
    to,
  );
}
/** The destination of the structured log's lines. */
export type LogTo = DestinationStream;
/** Plain lines for the person at the terminal. */
export type Print = (line: string) => void;
export const print: Print = (line) => void process.stdout.write(`${line}\n`);
