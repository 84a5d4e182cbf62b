import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '../patience.ts';

export type Played = { time: number; duration: number; error: string };
type Engine = { name: string; missing: string[]; play(mp3: Buffer): Promise<Played> };
const TIMEOUT_MS = patient(60_000);

/** Plays the audio element of the page until its time advances. Runs in the page. */
const PLAYING = `new Promise((done) => {
  const sound = document.querySelector('audio');
  const tell = (error) => done(JSON.stringify({ time: sound.currentTime, duration: sound.duration, error }));
  sound.addEventListener('error', () => tell('error ' + sound.error.code + ' ' + sound.error.message));
  sound.addEventListener('timeupdate', () => { if (sound.currentTime > 0.5) tell(''); });
  setTimeout(() => tell('its time stands still'), 20000);
  if (sound.error) tell('error ' + sound.error.code + ' ' + sound.error.message);
  sound.play().catch((error) => tell(String(error)));
})`;

async function serveSound(mp3: Buffer): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          '<!doctype html><title>voice</title><audio src="/voice.mp3"></audio><button onclick="document.querySelector(`audio`).play()">Слушать</button>',
        );
    else if (request.url !== '/voice.mp3') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': mp3.length })
        .end(mp3);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
/**
 * Resolves with the first group of the pattern in a program's output. Throws with the output when
 * the program ends or prints no match in time.
 */
function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = () => reject(new Error(`the program did not begin: ${text.slice(-2_000)}`));
    const timer = setTimeout(fail, TIMEOUT_MS);
    child.once('exit', fail);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        text += part.toString();
        const found = pattern.exec(text)?.[1];
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      });
    }
  });
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Starts a silent sound device: without any, Firefox plays no sound at all. */
async function startSilentSoundDevice(
  folder: string,
): Promise<{ child: ChildProcess; address: string }> {
  const address = `unix:${join(folder, 'sound')}`;
  const modules = [
    'module-null-sink',
    `module-native-protocol-unix auth-anonymous=1 socket=${join(folder, 'sound')}`,
  ].flatMap((module) => ['-L', module]);
  const child = spawn(
    process.env['PULSEAUDIO_PATH']!,
    ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '-vv', ...modules],
    {
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  await waitForOutput(child, /(Daemon startup complete)/);
  return { child, address };
}
/** Plays the file in Firefox, driven by WebDriver BiDi over its own port. */
async function playInFirefox(mp3: Buffer): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'respa-firefox-'));
  const silence = await startSilentSoundDevice(folder);
  const { url, server } = await serveSound(mp3);
  writeFileSync(
    join(folder, 'user.js'),
    ['media.autoplay.default', 'media.autoplay.blocking_policy']
      .map((name) => `user_pref("${name}", 0);\n`)
      .join(''),
  );
  const child = spawn(
    process.env['FIREFOX_PATH']!,
    [
      '--headless',
      '--no-remote',
      '--profile',
      folder,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ],
    {
      env: { ...process.env, HOME: folder, PULSE_SERVER: silence.address },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  try {
    const socket = new WebSocket(
      `${await waitForOutput(child, /BiDi listening on (ws:\S+)/)}/session`,
    );
    await once(socket, 'open');
    let last = 0;
    const ask = async (method: string, params: object): Promise<Record<string, unknown>> => {
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
      const record = ({ data }: MessageEvent<string>) => {
        const answer = JSON.parse(data) as {
          id?: number;
          result?: Record<string, unknown>;
          message?: string;
        };
        if (answer.id !== id) return;
        socket.removeEventListener('message', record);
        if (answer.result === undefined) reject(new Error(`${method}: ${answer.message}`));
        else resolve(answer.result);
      };
      socket.addEventListener('message', record);
      socket.send(JSON.stringify({ id, method, params }));
      return promise;
    };
    await ask('session.new', { capabilities: {} });
    const {
      contexts: [first],
    } = (await ask('browsingContext.getTree', {})) as { contexts: [{ context: string }] };
    await ask('browsingContext.navigate', { context: first.context, url, wait: 'complete' });
    const { result } = (await ask('script.evaluate', {
      expression: PLAYING,
      target: { context: first.context },
      awaitPromise: true,
      userActivation: true,
    })) as { result: { value: string } };
    socket.close();
    return JSON.parse(result.value) as Played;
  } finally {
    await end(child);
    await end(silence.child);
    server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const browserOfWebKit = (): string | undefined =>
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
    .filter(existsSync)
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find(existsSync);
/** Plays the file in WebKit, driven by WebDriver on its own display. */
async function playInWebKit(mp3: Buffer): Promise<Played> {
  const { url, server } = await serveSound(mp3);
  const screen = spawn(
    process.env['XVFB_PATH']!,
    ['-displayfd', '1', '-screen', '0', '800x600x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const display = await waitForOutput(screen, /(\d+)\n/);
  const port = (server.address() as AddressInfo).port + 1;
  const driver = spawn(process.env['WEBKIT_DRIVER_PATH']!, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
    stdio: 'inherit',
  });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    for (const ends = performance.now() + TIMEOUT_MS; ;) {
      if (
        await ask('GET', '/status').then(
          () => true,
          () => false,
        )
      )
        break;
      if (performance.now() > ends) throw new Error('the driver of WebKit did not begin');
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    const options = { binary: browserOfWebKit(), args: ['--automation'] };
    const { sessionId } = (await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    await ask('POST', `/session/${sessionId}/timeouts`, { script: 40_000 });
    await ask('POST', `/session/${sessionId}/url`, { url });
    // A click by the user: this engine plays nothing without one.
    const found = (await ask('POST', `/session/${sessionId}/element`, {
      using: 'css selector',
      value: 'button',
    })) as Record<string, string>;
    await ask('POST', `/session/${sessionId}/element/${Object.values(found)[0]}/click`, {});
    const text = (await ask('POST', `/session/${sessionId}/execute/async`, {
      script: `${PLAYING}.then(arguments[0])`,
      args: [],
    })) as string;
    await ask('DELETE', `/session/${sessionId}`);
    return JSON.parse(text) as Played;
  } finally {
    await end(driver);
    await end(screen);
    server.close();
  }
}

const missing = (programs: Record<string, string | undefined>): string[] =>
  Object.entries(programs).flatMap(([name, path]) => (path === undefined ? [name] : []));
/** The engines that play what Chromium recorded, and what each still needs on this machine. */
export const ENGINES: Engine[] = [
  {
    name: 'Firefox',
    missing: missing({
      'Firefox (пакет firefox-esr)': process.env['FIREFOX_PATH'],
      'PulseAudio (пакет pulseaudio)': process.env['PULSEAUDIO_PATH'],
    }),
    play: playInFirefox,
  },
  {
    name: 'WebKit',
    missing: missing({
      'WebKitWebDriver (пакет webkit2gtk-driver)': process.env['WEBKIT_DRIVER_PATH'],
      'MiniBrowser из WebKitGTK': browserOfWebKit(),
      'Xvfb (пакет xvfb)': process.env['XVFB_PATH'],
    }),
    play: playInWebKit,
  },
];
