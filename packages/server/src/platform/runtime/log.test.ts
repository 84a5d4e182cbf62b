import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

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
