import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { install, unpack, UNPACKED_PROGRAMS } from './apt.mjs';

/**
 * Programs that some tests need besides Chromium; a test without its program reports that and is
 * skipped. They run from any location.
 */
const ALWAYS = {
  FFPROBE_PATH: { title: 'ffprobe', names: ['ffprobe'], groups: [['ffmpeg']] },
  REDIS_PATH: { title: 'Redis', names: ['redis-server'], groups: [['redis-server']] },
  NGINX_PATH: { title: 'nginx', names: ['nginx'], groups: [['nginx']] },
};
/**
 * Engines other than Chromium's, for the long tests. Firefox needs a sound card, WebKit a screen
 * and an mp3 decoder.
 */
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

/** The tools with which developers sign applications, for a long test. */
const SIGNERS = {
  JARSIGNER_PATH: {
    title: 'jarsigner',
    names: ['jarsigner'],
    groups: [['openjdk-17-jdk-headless'], ['default-jdk-headless']],
  },
  APKSIGNER_PATH: { title: 'apksigner', names: ['apksigner'], groups: [['apksigner']] },
};

/** Makes system calls fail and clocks jump, for the fault tests. */
const BREAKERS = {
  STRACE_PATH: { title: 'strace', names: ['strace'], groups: [['strace']] },
  FAKETIME_PATH: { title: 'faketime', names: ['faketime'], groups: [['faketime']] },
};

/** Returns the variables that name these programs, each found or installed if possible. */
export function findTools({ isLong, breaks = false, log }) {
  /** @type {Record<string, string>} */
  const found = {};
  // The server and the tests look for the encoder in PATH.
  process.env.PATH = `${process.env.PATH ?? ''}${delimiter}${UNPACKED_PROGRAMS}`;
  for (const [variable, tool] of Object.entries({
    ...ALWAYS,
    ...(isLong ? { ...ENGINES, ...SIGNERS } : {}),
    ...(breaks ? BREAKERS : {}),
  })) {
    const storeFormFiles = () =>
      install(tool.title, tool.groups, log) ||
      (variable in ALWAYS && unpack(tool.title, tool.groups, log));
    const path =
      process.env[variable] ??
      find(tool.names) ??
      (storeFormFiles() ? find(tool.names) : undefined);
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
