// A real SMTP server in its own process: writes every received email into a folder and prints its
// port.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

const folder = process.argv[2]!;
mkdirSync(folder, { recursive: true });
let count = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const path = join(folder, `${String((count += 1)).padStart(4, '0')}.eml`);
      writeFileSync(`${path}.tmp`, Buffer.concat(parts));
      renameSync(`${path}.tmp`, path);
      done();
    });
  },
});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});
