import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

test('logs a database error without the row that it quotes', () => {
  const script = `
    const { makeLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    const error = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'accounts_email_key', detail: 'Key (email)=(canary@respa.test) already exists.' });
    makeLog('info').error({ err: error, email: 'canary@respa.test' }, 'unexpected error');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('accounts_email_key');
  expect(stderr).toContain('unexpected error');
  expect(stderr).not.toContain('canary');
});

test('an entry is one line of JSON with its time in UTC, whatever its texts hold', () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line: string) => void lines.push(line) });
  const forged = 'well\n{"level":30,"msg":"forged"}\r\n\u2028\u001b[2K';
  const before = Date.now();
  log.warn({ folder: forged, err: new Error(forged) }, forged);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.trimEnd()).not.toMatch(/[\r\n\u001b]/);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, msg: forged, folder: forged });
  const { time } = JSON.parse(lines[0]!) as { time: number };
  expect(time).toBeGreaterThanOrEqual(before);
});
