import { useEffect, useRef } from 'react';
import { stepsTaken, stepUnseen, watchStepsOf } from './step-watchers.ts';

// While menus, sheets or dialogs are open, the history has one entry above the page's, with the
// same address. Back leaves that entry, which closes the topmost of them.

type Opening = { close: () => void };
type Mark = { idx?: number; isOverlay?: boolean } | null;

/** A mouse has Escape beside it; an entry for each menu would cost its owner every Forward step. */
const TOUCH = '(pointer: coarse)';
const openings: Opening[] = [];
/** The router's number of the page under them. */
let place: number | undefined;
let isWatching = false;
let isSettling = false;
/** Whether the entry is left by our own step back, so that a new page must be returned to. */
let isLeaving = false;
let isNewPage = false;
/** Whether the entry that Back left is still ahead of the page's. */
let isAhead = false;
/** What the router wrote while the entry was there; it belongs to the page's entry. */
let written: { state: unknown; url: string | URL | null | undefined } | null = null;
let waiting: (() => void)[] = [];

const markOf = (state: unknown): Mark => state as Mark;
const isThere = (): boolean => markOf(history.state)?.isOverlay === true;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  // A link that is followed out of a dialog takes the dialog's place in the history.
  history.pushState = (state: unknown, unused, url) => {
    isAhead = false;
    if (!isThere() || markOf(state)?.isOverlay) return push(state, unused, url);
    written = null;
    isNewPage = isLeaving;
    replace(state, unused, url);
  };
  history.replaceState = (state: unknown, unused, url) => {
    if (!isThere()) return replace(state, unused, url);
    written = { state, url };
    replace({ ...(state as object), isOverlay: true }, unused, url);
  };
  watchStepsOf('overlays', onStep);
}

/** Gives the page's entry what was written while the overlay's entry was the current one. */
function keepWritten(): void {
  if (written !== null) history.replaceState(written.state, '', written.url);
  written = null;
}

function onStep({ state }: PopStateEvent): boolean {
  const mark = markOf(state);
  const top = openings.at(-1);
  if (mark?.isOverlay) {
    // Forward, to an entry whose dialog was closed by Back.
    if (top === undefined) void stepUnseen(-1);
    return false;
  }
  if (top === undefined) return false;
  if (mark?.idx !== place) {
    for (const opening of openings.toReversed()) opening.close();
    return false;
  }
  isAhead = true;
  keepWritten();
  top.close();
  setTimeout(() => void settle());
  return true;
}
/** Makes the history have the entry exactly while something is open. */
async function settle(): Promise<void> {
  if (isSettling) return;
  isSettling = true;
  for (;;) {
    await stepsTaken();
    const isOpen = openings.length > 0;
    if (isOpen === isThere()) break;
    if (!isOpen) {
      isLeaving = true;
      await stepUnseen(-1);
      isLeaving = false;
      if (isNewPage) await stepUnseen(1);
      else keepWritten();
      isNewPage = false;
    } else if (isAhead) {
      await stepUnseen(1);
    } else {
      place = markOf(history.state)?.idx;
      history.pushState({ ...(history.state as object), isOverlay: true }, '');
    }
    isAhead = false;
  }
  isAhead = false;
  isSettling = false;
  if (openings.length > 0) return;
  for (const done of waiting.splice(0)) done();
}

/** Resolves when nothing is open over the page and its own history entry is the current one. */
export const untilClosed = (): Promise<void> =>
  openings.length === 0 && !isSettling && !isThere()
    ? Promise.resolve()
    : new Promise((resolve) => {
        waiting = [...waiting, resolve];
        void settle();
      });

/**
 * Makes Back call `close` instead of leaving the page, until the returned function is called. Of
 * several openings, the last one closes first.
 */
function holdBack(close: () => void): () => void {
  const opening = { close };
  watch();
  openings.push(opening);
  void settle();
  return () => {
    openings.splice(openings.indexOf(opening), 1);
    // Later, because a menu often opens a dialog as it closes.
    setTimeout(() => void settle());
  };
}

/**
 * While `isOpen`, Back closes something that is open over the page instead of leaving the page. On
 * touch screens only.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(
    () => (isOpen && matchMedia(TOUCH).matches ? holdBack(() => latest.current()) : undefined),
    [isOpen],
  );
}
