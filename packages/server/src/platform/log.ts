import { pino, type Logger } from 'pino';

/** The structured log on standard error: no texts, addresses or tokens of people ever go into it. */
export function makeLog(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: ['req.headers.authorization', 'req.headers.cookie', 'email', 'password', 'token', 'link'], remove: true },
  }, pino.destination({ dest: 2, sync: false }));
}
/** Plain lines for the person at the terminal. */
export type Say = (line: string) => void;
export const say: Say = (line) => void process.stdout.write(`${line}\n`);
