import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { install, unpack, UNPACKED_PROGRAMS } from './apt.mjs';

/** Programs that some tests need beside Chromium; a test without its program says so and is skipped. They run from any place. */
const ALWAYS = {
  FFPROBE_PATH: { title: 'ffprobe', names: ['ffprobe'], groups: [['ffmpeg']] },
  REDIS_PATH: { title: 'Redis', names: ['redis-server'], groups: [['redis-server']] },
  NGINX_PATH: { title: 'nginx', names: ['nginx'], groups: [['nginx']] },
};
/** Other engines than Chromium's, for the long tests. Firefox wants a sound card, WebKit a screen and what decodes mp3. */
const ENGINES = {
  FIREFOX_PATH: {
    title: 'Firefox',
    names: ['firefox-esr', 'firefox'],
    groups: [['firefox-esr'], ['firefox']],
  },
  PULSEAUDIO_PATH: { title: 'PulseAudio', names: ['pulseaudio'], groups: [['pulseaudio']] },
  WEBKIT_DRIVER_PATH: {
    title: 'WebKit',
    names: ['WebKitWebDriver'],
    groups: [['webkit2gtk-driver', 'gstreamer1.0-plugins-good']],
  },
  XVFB_PATH: { title: 'Xvfb', names: ['Xvfb'], groups: [['xvfb']] },
};

/** What makes calls of the system fail and clocks jump, for the tests of faults. */
const BREAKERS = {
  STRACE_PATH: { title: 'strace', names: ['strace'], groups: [['strace']] },
  FAKETIME_PATH: { title: 'faketime', names: ['faketime'], groups: [['faketime']] },
};

/** The variables that name these programs, each found or brought where that is possible here. */
export function findTools({ isLong, breaks = false, log }) {
  /** @type {Record<string, string>} */
  const found = {};
  // The server and the tests look for the encoder in PATH.
  process.env.PATH = `${process.env.PATH ?? ''}${delimiter}${UNPACKED_PROGRAMS}`;
  for (const [variable, tool] of Object.entries({
    ...ALWAYS,
    ...(isLong ? ENGINES : {}),
    ...(breaks ? BREAKERS : {}),
  })) {
    const bring = () =>
      install(tool.title, tool.groups, log) ||
      (variable in ALWAYS && unpack(tool.title, tool.groups, log));
    const path =
      process.env[variable] ?? find(tool.names) ?? (bring() ? find(tool.names) : undefined);
    if (path !== undefined) found[variable] = path;
  }
  return found;
}
function find(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin'].filter(
    Boolean,
  );
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
