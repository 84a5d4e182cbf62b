import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo/members.ts';
import { boardCalls, openBoard } from './board.ts';
import { pickHotCalls, type HotCall, type Viewer } from './calls.ts';
import { startProgram, type Program } from './programs.ts';
import { fillPromos } from './promos.ts';
import { BOARD, makeWhole, openSet, SMALL, type DataSet } from './sets.ts';
import { gameCalls, videoCalls } from './video-calls.ts';
import { MANY, openVideos, ownPlaylists } from './video-set.ts';

type Kind = {
  folder: string;
  file: string;
  /**
   * Opens the set. `bench` is the bench module that fills it: for a former server, that server's
   * own module, because it fills its own tables.
   */
  open(bench: never): Promise<{ set: DataSet }>;
  calls(set: DataSet, hot: HotCall[]): Promise<HotCall[]>;
  /**
   * The calls measured on it, if it is large: the set is not filled when none of them is requested.
   */
  titles?: string[];
};
const titlesOf = (calls: HotCall[]) => calls.map(({ title }) => title);
const hostCalls = (playlists: ReadonlyMap<string, string>) => [
  ...videoCalls(MANY, playlists),
  ...gameCalls(MANY),
];
const KINDS: Kind[] = [
  {
    folder: SMALL.name,
    file: 'sets.ts',
    calls: async (_, hot) => hot,
    async open(bench: { openSet: typeof openSet; SMALL: typeof SMALL }) {
      const set = await bench.openSet(bench.SMALL);
      await fillPromos(set);
      return { set };
    },
  },
  {
    folder: BOARD.name,
    file: 'board.ts',
    titles: titlesOf(boardCalls()),
    calls: async () => boardCalls(),
    open: async (bench: { openBoard: typeof openBoard }) => ({ set: await bench.openBoard() }),
  },
  {
    folder: MANY.name,
    file: 'video-set.ts',
    titles: titlesOf(hostCalls(new Map())),
    calls: async (set) => hostCalls(await ownPlaylists(set)),
    open: (bench: { openVideos: typeof openVideos; MANY: typeof MANY }) =>
      bench.openVideos(bench.MANY),
  },
];

async function openFrom(kind: Kind, folder: string, dataDir: string): Promise<DataSet> {
  process.env['DATA_DIR'] = dataDir;
  return (
    await kind.open((await import(pathToFileURL(join(folder, 'bench', kind.file)).href)) as never)
  ).set;
}

/** A former server and this one on copies of one set, the viewers of each, and the calls. */
export type Contest = {
  title: string;
  former: Program;
  present: Program;
  formerViewers: Viewer[];
  viewers: Viewer[];
  calls: HotCall[];
};
/**
 * Compares this server with a former one, whose clone is installed and built in `folder`: the
 * former one fills every set, and a copy of it is migrated to today's tables.
 * `isAsked` tells which calls are wanted; `contest` measures those of one set.
 */
export async function measureAgainst(
  folder: string,
  isAsked: (title: string) => boolean,
  contest: (of: Contest) => Promise<void>,
): Promise<void> {
  const before = resolve(folder);
  const home = join(
    process.env['DATA_DIR'] ?? tmpdir(),
    'respa-against',
    createHash('sha256').update(before).digest('hex').slice(0, 8),
  );
  const [formerHome, presentHome] = [join(home, 'former'), join(home, 'present')];
  for (const kind of KINDS.filter(({ titles }) => titles?.some(isAsked) ?? true)) {
    if (!existsSync(join(before, 'bench', kind.file))) {
      console.log(`\n${kind.folder}: у прежнего сервера нет bench/${kind.file}, не с чем сравнить`);
      continue;
    }
    const [from, to] = [formerHome, presentHome].map((place) =>
      join(place, 'bench', kind.folder),
    ) as [string, string];
    let former = await openFrom(kind, before, formerHome);
    if (!existsSync(to)) {
      await makeWhole(former);
      await former.stop();
      await mkdir(dirname(to), { recursive: true });
      await cp(from, `${to}.part`, { recursive: true });
      await rename(`${to}.part`, to);
      former = await openFrom(kind, before, formerHome);
    }
    const present = await openFrom(kind, join(import.meta.dirname, '..'), presentHome);
    const programs = [
      await startProgram(join(before, 'bench/ours.ts'), {
        DATABASE_URL: former.url,
        DATA_DIR: former.dataDir,
      }),
      await startProgram('./ours.ts', { DATABASE_URL: present.url, DATA_DIR: present.dataDir }),
    ] as const;
    try {
      const [{ viewers: formerViewers }, { viewers, calls }] = [
        await pickHotCalls(former, programs[0].port, DEMO_PASSWORD),
        await pickHotCalls(present, programs[1].port, DEMO_PASSWORD),
      ];
      const asked = (await kind.calls(present, calls)).filter(({ title }) => isAsked(title));
      await contest({
        title: present.title,
        former: programs[0],
        present: programs[1],
        formerViewers,
        viewers,
        calls: asked,
      });
    } finally {
      for (const program of programs) await program.stop();
      for (const set of [former, present]) await set.stop();
    }
  }
}
