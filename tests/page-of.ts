import type { Page } from '@playwright/test';
import type { Caller } from './driver.ts';
import { World } from './e2e/world.ts';

/** Browsers for a server that is there already, at an address of its own. */
export function openWorldAt(url: string): World {
  const world = new World();
  world.url = url;
  return world;
}
/** A page of somebody who is signed in, in a browser of their own; nothing is opened yet. */
export async function pageOf(world: World, who: Caller): Promise<Page> {
  const context = await world.newContext();
  await context.addInitScript((kept) => {
    if (localStorage.getItem('respa.session') === null) localStorage.setItem('respa.session', kept);
  }, JSON.stringify({ userId: who.id, token: who.token, activated: true }));
  return context.newPage();
}
