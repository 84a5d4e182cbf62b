import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isGame } from '#features/catalogue/games.ts';
import { maySeeArticle } from '#features/communities/articles/articles.ts';
import { makeReactions, type Reactions } from '#features/reactions/service.ts';
import { maySeePost } from '#features/wall/service.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { drawLandscape } from './landscape.ts';
import type { Member } from './members.ts';
import type { Scene } from './scenes.ts';

/** What the scenes need and what they have created so far, by the keys of the scenes. */
export type Stage = {
  context: AppContext;
  reactions: Reactions;
  idOf(login: string): string;
  viewerOf(login: string): Viewer;
  /** Draws pictures as if they came with a form. */
  draw(
    slot: string,
    seeds: readonly number[],
    width: number,
    height: number,
  ): Promise<StagedFile[]>;
  /** Stages a file: a text, bytes, or the seed of a picture. */
  stage(filename: string, content: string | number | Buffer): Promise<StagedFile>;
  posts: Map<string, string>;
  files: Map<string, string>;
  messages: Map<string, string>;
  communities: Map<string, string>;
  group: string;
};
/** Plays one kind of scene; `at` is when it happens. */
export type Player<K extends Scene['does']> = (
  stage: Stage,
  scene: Scene & { does: K },
  at: Date,
) => Promise<unknown>;
export type Players<K extends Scene['does']> = { [Kind in K]: Player<Kind> };

export function createStage(context: AppContext, members: Member[]): Stage {
  const reactions = makeReactions();
  reactions.registerKind('userpost', (viewerId, id) => maySeePost(context, viewerId, id));
  reactions.registerKind('publicpost', (viewerId, id) => maySeeArticle(context, viewerId, id));
  reactions.registerKind('game', (_viewerId, id) => isGame(context, id));
  const idOf = (login: string): string =>
    members.find((member) => member.gamer?.login === login)!.id;
  const write = async (bytes: Buffer, extension: string) => {
    const path = join(context.stagingDir, `${randomUUID()}.${extension}`);
    await writeFile(path, bytes);
    return { path, bytes: bytes.length };
  };
  return {
    context,
    reactions,
    idOf,
    viewerOf: (login) => ({ id: idOf(login), sessionId: '', isActivated: true, isAdmin: false }),
    draw: (slot, seeds, width, height) =>
      Promise.all(
        seeds.map(async (seed, index) => ({
          slot,
          part: `${slot}${index}`,
          ...(await write(await drawLandscape(seed, width, height), 'jpg')),
          filename: 'landscape.jpg',
          declaredType: 'image/jpeg',
        })),
      ),
    async stage(filename, content) {
      const bytes =
        typeof content === 'number' ? await drawLandscape(content, 960, 640) : Buffer.from(content);
      const file = await write(bytes, 'part');
      return { slot: 'file', part: 'file0', ...file, filename, declaredType: '' };
    },
    posts: new Map(),
    files: new Map(),
    messages: new Map(),
    communities: new Map(),
    group: '',
  };
}
