import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './apt.mjs';
import { exitWith, prepare, ROOT, stopwatch } from './prepare.mjs';
import { buildSite } from './site.mjs';
import { findTargets, isStream } from './sql-targets.mjs';

/** How long all scanners may take together, in seconds: `-- --seconds 1200`. */
const SECONDS = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 1_200;
const SHARE = { ffuf: 0.03, wapiti: 0.07, sqlmap: 0.9 };
const DEMO = { email: 'kornilov@demo.respa', password: 'respa-demo-2026' };
/** Files that a careless server would expose. */
const SECRETS = [
  '.env',
  '.env.local',
  '.git/config',
  '.git/HEAD',
  '.gitignore',
  '.npmrc',
  '.htaccess',
  '.DS_Store',
  '.ssh/id_rsa',
  'package.json',
  'package-lock.json',
  'README.md',
  'docs/architecture.md',
  'tsconfig.json',
  'vitest.config.ts',
  'data',
  'data/',
  'data/outbox',
  'data/postgres',
  'data/postgres/cluster/PG_VERSION',
  'data/media',
  'backups',
  'backup.sql',
  'dump.sql',
  'db.sqlite',
  'config.json',
  'docker-compose.yml',
  'Dockerfile',
  'node_modules',
  'node_modules/fastify/package.json',
  'packages/server/src/main.ts',
  'launch/start.mjs',
  'server.js',
  'assets/..%2f..%2fpackage.json',
  'assets/.stamp',
  '.stamp',
  'media',
  'media/',
  'media/cloud',
  'media/cloud/',
  'media/staging',
  'media/..%2foutbox',
  'media/cloud/..%2f..%2f..%2fpackage.json',
  '..%2fpackage.json',
  '..%2f..%2fpackage.json',
  '..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/etc/passwd',
  '....//....//etc/passwd',
  '..%5c..%5cpackage.json',
  '..%252f..%252fetc%252fpasswd',
  '.%00./package.json',
  '//etc/passwd',
  'api/metrics',
  'api/debug',
  'api/admin',
  'api/.env',
  'admin.php',
  'phpinfo.php',
  'wp-login.php',
  'server-status',
  'actuator/env',
  'graphql',
  'swagger.json',
  'debug/pprof',
  'id_rsa',
  'secrets.json',
  'stored/cloud',
  'stored/',
];
/** Content of files that must never be served. */
const INSIDES =
  /root:.*:0:0|"dependencies"\s*:|\[core\]|PG_VERSION|ADMIN_EMAIL=|BEGIN [A-Z ]*PRIVATE KEY|# Респа/;

async function startServer(node, folder) {
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: DEMO.email,
  };
  const filled = spawnSync(node, ['packages/server/src/app/demo/fill-demo.ts', '--members', '10'], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
  });
  if (filled.status !== 0) throw new Error(`Демонстрация не наполнилась (код ${filled.status}).`);
  const server = spawn(node, ['packages/server/src/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let log = '';
  server.stderr.on('data', (part) => {
    log += part;
  });
  const url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (part) => {
      text += part;
      const open = /Респа открыта: (\S+)/.exec(text);
      if (open) resolve(open[1].replace('localhost', '127.0.0.1'));
    });
    server.once('exit', () => reject(new Error(`Сервер не запустился:\n${text}${log}`)));
  });
  return { url, server, logged: () => log };
}
/** Runs a scanner for its share of the time and returns its output. */
async function scan(name, args, cwd) {
  const seconds = Math.round(SECONDS * SHARE[name]);
  const child = spawn(name, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part;
    });
  // Each ends by itself in time; an interrupted wapiti asks a question and writes no report.
  const dead = setTimeout(() => child.kill('SIGKILL'), (seconds + 60) * 1000);
  const [code] = await once(child, 'close');
  clearTimeout(dead);
  return { output, code };
}

async function findFiles(url, folder) {
  const words = [...new Set([...SECRETS, ...readdirSync(ROOT)])];
  writeFileSync(join(folder, 'words'), words.join('\n'));
  const report = join(folder, 'ffuf.json');
  const { output } = await scan(
    'ffuf',
    [
      '-s',
      '-t',
      '4',
      '-w',
      join(folder, 'words'),
      '-u',
      `${url}/FUZZ`,
      '-H',
      'Accept: */*',
      '-mc',
      'all',
      '-o',
      report,
      '-of',
      'json',
      '-maxtime',
      String(Math.round(SECONDS * SHARE.ffuf)),
    ],
    folder,
  );
  if (!existsSync(report))
    return { asked: 0, findings: [`ffuf не закончил: ${output.trim().slice(-300)}`] };
  const { results } = JSON.parse(readFileSync(report, 'utf8'));
  const findings = [];
  for (const { input, status } of results) {
    if (status >= 500) findings.push(`ffuf: ${input.FUZZ} отвечает ${status}`);
    else if (status < 300) {
      const text = await (await fetch(`${url}/${input.FUZZ}`)).text();
      if (INSIDES.test(text)) findings.push(`ffuf: ${input.FUZZ} отдаёт внутреннее`);
    }
  }
  return { asked: results.length, findings };
}
async function crawlPages(url, folder, token) {
  const report = join(folder, 'wapiti.json');
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  const isAsked = (path) =>
    !path.includes('{') &&
    document.paths[path].get !== undefined &&
    !isStream(document.paths[path].get);
  const starts = Object.keys(document.paths)
    .filter(isAsked)
    .slice(0, 60)
    .map((path) => `${url}${path.startsWith('/api') ? '' : '/api'}${path}?q=a&page=1`);
  const seconds = Math.round(SECONDS * SHARE.wapiti);
  const { output } = await scan(
    'wapiti',
    [
      '-u',
      `${url}/`,
      ...starts.flatMap((start) => ['-s', start]),
      '--scope',
      'domain',
      '-H',
      `Authorization: Bearer ${token}`,
      '-m',
      'sql,xss,file,exec',
      '-d',
      '2',
      '-l',
      '1',
      '-S',
      'normal',
      // A quarter for crawling, the rest for the four modules.
      '--max-scan-time',
      String(Math.ceil(seconds / 4)),
      '--max-attack-time',
      String(Math.ceil(seconds / 8)),
      '--no-bugreport',
      '--store-session',
      folder,
      '--flush-session',
      '-f',
      'json',
      '-o',
      report,
    ],
    folder,
  );
  if (!existsSync(report))
    return { asked: 0, findings: [`wapiti не закончил: ${output.trim().slice(-300)}`] };
  const { vulnerabilities, infos } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    asked: infos?.crawled_pages_nbr ?? starts.length,
    findings: Object.entries(vulnerabilities).flatMap(([kind, found]) =>
      found.map(({ path, parameter }) => `wapiti: ${kind}: ${path} ${parameter}`),
    ),
  };
}
const SQLMAP = [
  '--batch',
  '--level',
  '1',
  '--risk',
  '1',
  '--technique',
  'BEU',
  '--dbms',
  'PostgreSQL',
  '--timeout',
  '10',
  '--retries',
  '0',
  '--flush-session',
  '--disable-coloring',
  '--skip-waf',
  '--ignore-code',
  '400,401,403,404,405,409,410,413,415,429',
];
/** Injects SQL into every parameter of every call in the OpenAPI document. */
async function injectQueries(url, folder, token) {
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  const {
    user: { _id: id },
  } = await (
    await fetch(`${url}/api/user-by-token`, { headers: { authorization: `Bearer ${token}` } })
  ).json();
  const targets = findTargets(document, url, id);
  const findings = [];
  const ends = Date.now() + SECONDS * SHARE.sqlmap * 1000;
  let [asked, turn] = [0, 0];
  const work = async () => {
    for (let index = turn++; index < targets.length; index = turn++) {
      const { key, method, url: target, data, marks } = targets[index];
      if (Date.now() > ends) {
        findings.push(`sqlmap не успел: ${key}; дайте больше времени: -- --seconds ${SECONDS * 2}`);
        continue;
      }
      const kept = join(folder, 'sqlmap', String(index));
      const body = data === undefined ? [] : ['--data', data];
      const { output } = await scan(
        'sqlmap',
        [
          '-u',
          target,
          '--method',
          method,
          ...body,
          '--headers',
          `Authorization: Bearer ${token}\nContent-Type: application/json`,
          ...SQLMAP,
          '--output-dir',
          kept,
        ],
        folder,
      );
      // Its findings are in its log, which is empty otherwise.
      const log = join(kept, '127.0.0.1', 'log');
      const tested = [...output.matchAll(/parameter '[^']+' does not seem to be injectable/g)]
        .length;
      if (existsSync(log) && statSync(log).size > 0)
        findings.push(`sqlmap: ${key}\n${readFileSync(log, 'utf8')}`);
      else if (tested < marks)
        findings.push(
          `sqlmap: ${key}: параметров проверено ${tested} из ${marks}\n${output.trim().slice(-300)}`,
        );
      asked += Math.min(tested, marks);
    }
  };
  await Promise.all([work(), work()]);
  const still = await fetch(`${url}/api/user-by-token`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!still.ok)
    findings.push(
      `sqlmap: вход не пережил проверки (${still.status}), после этого проверялось только то, что видит посетитель`,
    );
  return { asked, findings };
}

async function attack() {
  const node = await prepare({ dev: true });
  await buildSite(node);
  const isThere = (name) => spawnSync('which', [name]).status === 0;
  const tools = Object.keys(SHARE).filter(
    (name) => isThere(name) || (install(name, [[name]], console.log) && isThere(name)),
  );
  const folder = mkdtempSync(join(tmpdir(), 'respa-security-'));
  const findings = [];
  let running;
  try {
    running = await startServer(node, folder);
    const { url } = running;
    const { token } = await (
      await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(DEMO),
      })
    ).json();
    const scans = {
      ffuf: () => findFiles(url, folder),
      wapiti: () => crawlPages(url, folder, token),
      sqlmap: () => injectQueries(url, folder, token),
    };
    for (const [name, attackBy] of Object.entries(scans)) {
      if (!tools.includes(name)) {
        console.log(`ПРОПУЩЕНО: ${name} здесь нет и поставить его нельзя`);
        continue;
      }
      const seconds = stopwatch();
      const { asked, findings: found } = await attackBy();
      findings.push(...found);
      console.log(
        `${found.length === 0 ? '✓' : '✗'} ${name}: проверено ${name === 'sqlmap' ? 'параметров' : 'адресов'} ${asked}, находок ${found.length} (${seconds()})`,
      );
    }
    const isAlive = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!isAlive) findings.push('сервер после проверки не отвечает');
    const errors = running
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    for (const line of new Set(
      errors.map((one) => /"message":"([^"]*)"/.exec(one)?.[1] ?? one.slice(0, 200)),
    ))
      findings.push(`сервер записал ошибку: ${line}`);
  } finally {
    if (running !== undefined && running.server.exitCode === null) {
      const gone = once(running.server, 'exit');
      running.server.kill('SIGTERM');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  for (const finding of findings) console.log(finding);
  console.log(`Проверяли: ${tools.join(', ') || 'ничем'}; находок ${findings.length}`);
  return findings.length > 0 ? 1 : 0;
}

exitWith(attack());
