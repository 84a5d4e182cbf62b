export type Spot = { x: number; y: number };
export type Scan = {
  /** The name of the topmost open dialog or menu; '' is the page itself. */
  place: string;
  /**
   * The controls, each once: of repeated rows, the first of a kind. A `sign` identifies one control
   * of one part of the site, wherever it appears.
   */
  controls: { key: string; name: string; sign: string }[];
  /** The targets of the page's links; `key` is set if the link can be seen and pressed. */
  links: { path: string; key: string }[];
};
declare global {
  interface Window {
    controls: ReturnType<typeof makeControls>;
  }
}

/**
 * Runs inside the page before everything else. It reports what can be pressed, where to press it,
 * and whether a press had an effect.
 */
export function makeControls() {
  const PRESSABLE =
    'button, summary, [role="button"], [role="menuitem"], [role="tab"], [role="switch"], input[type="checkbox"], input[type="radio"]';
  const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';
  const found = new Map<string, HTMLElement>();
  const COVERED_MS = 6_000;
  let changes = 0;
  let changedAt = 0;
  let lastChange = '';
  let pressed: HTMLElement | null = null;
  let isClicked = false;
  let before = { changes: 0, href: '', focus: null as Element | null, scroll: '' };
  // A level meter that follows the voice never stops changing.
  const isLevel = ({ target, attributeName }: MutationRecord) =>
    attributeName === 'style' &&
    target instanceof Element &&
    target.closest('[aria-hidden="true"]') !== null;
  new MutationObserver((all) => {
    const records = all.filter((record) => !isLevel(record));
    if (records.length === 0) return;
    changes += records.length;
    changedAt = performance.now();
    const { target, attributeName, type } = records.at(-1)!;
    lastChange = `${type} ${attributeName ?? ''} ${target instanceof Element ? target.outerHTML.slice(0, 120) : (target.textContent ?? '')}`;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  // A tap becomes a click a little after the finger is lifted: changes before that have other
  // causes.
  addEventListener(
    'click',
    () => {
      isClicked = true;
    },
    { capture: true },
  );

  const frame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
    });
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null &&
    element.getClientRects().length > 0;
  const isSubmit = (element: Element) => element.matches('form [type="submit"]');
  const isIdle = (element: Element) =>
    element.matches(
      ':disabled, [aria-disabled="true"], [aria-busy="true"], [role="tab"][aria-selected="true"], button[aria-current="true"], input[type="radio"]:checked',
    );
  const nameOf = (element: Element): string => {
    const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    if (label !== null && label !== element) return nameOf(label);
    const words =
      element instanceof HTMLInputElement
        ? element.closest('label')?.textContent
        : element.textContent;
    return (
      element.getAttribute('aria-label') ||
      words?.trim() ||
      element.getAttribute('title') ||
      ''
    ).trim();
  };
  // Names and counts in its text do not make it another control.
  const kindOf = (name: string) =>
    name
      .replace(/[:,«].*$/su, '')
      .trim()
      .replace(/\d+/gu, '#')
      .replace(/^\p{Extended_Pictographic}.*$/u, 'эмодзи');
  // A checkbox that is drawn by its label is pressed through its label.
  const faceOf = (element: HTMLElement): HTMLElement =>
    element instanceof HTMLInputElement ? (element.closest('label') ?? element) : element;
  const scrollOf = () =>
    [
      scrollX,
      scrollY,
      ...Array.from(document.querySelectorAll('[role="log"]'), (log) => log.scrollTop),
    ].join();
  // The gallery always shows bones and busy buttons. The previous page stays drawn until the next
  // one is ready.
  const isLeft = () =>
    (document.querySelector<HTMLElement>('main')?.dataset['path'] ?? location.pathname) !==
    location.pathname;
  const isWaiting = () =>
    document.querySelector('main') === null ||
    isLeft() ||
    (!location.pathname.startsWith('/test-page') &&
      (document.querySelector('main [aria-busy="true"]') !== null ||
        Array.from(document.querySelectorAll('[role="status"] > .visually-hidden')).some((word) =>
          /^(Загружаем|Активируем|Проверяем)/.test(word.textContent ?? ''),
        )));
  const overlays = () =>
    Array.from(document.querySelectorAll<HTMLElement>(OVERLAYS)).filter(isSeen);

  let remembered: HTMLElement | undefined;

  return {
    scan(): Scan {
      found.clear();
      const top = overlays().at(-1);
      const root: ParentNode = top ?? document;
      let all = Array.from(root.querySelectorAll<HTMLElement>(PRESSABLE)).filter(
        (element) => isSeen(faceOf(element)) && !isIdle(element),
      );
      const isQuestion =
        top?.getAttribute('role') === 'dialog' &&
        all.some((element) => nameOf(element) === 'Отмена');
      // In a confirmation dialog, the irreversible action is last.
      if (isQuestion) all.pop();
      // A form is submitted first, while it is still as empty as when it opened.
      all = [...all.filter(isSubmit), ...all.filter((element) => !isSubmit(element))];
      const place =
        top === undefined ? '' : isQuestion ? 'вопрос' : kindOf(nameOf(top)).slice(0, 40) || 'окно';
      const counts = new Map<string, number>();
      const controls: Scan['controls'] = [];
      for (const element of all) {
        const name = nameOf(element);
        const kind = `${place}>${kindOf(name)}`;
        const ordinal = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, ordinal);
        const key =
          element.closest('[role="grid"]') !== null
            ? `${place}>в сетке`
            : element.closest('article') !== null
              ? `${kind} в записи`
              : element.closest('li, table, [role="group"]') !== null
                ? `${kind} в ряду`
                : `${kind} ${ordinal}`;
        if (found.has(key)) continue;
        found.set(key, element);
        controls.push({ key, name, sign: `${kindOf(name)} ${element.className}` });
      }
      // The page's own links come before those of the bars, which are on every page.
      const anchors = Array.from(root.querySelectorAll<HTMLAnchorElement>('a[href]')).filter(
        (link) =>
          link.origin === location.origin && !link.hasAttribute('download') && link.target === '',
      );
      anchors.sort(
        (one, other) =>
          Number(other.closest('main') !== null) - Number(one.closest('main') !== null),
      );
      const links = anchors.map((link) => {
        const path = link.getAttribute('href')!;
        const key = isSeen(link) ? `ссылка ${path}` : '';
        if (key !== '' && !found.has(key)) found.set(key, link);
        return { path, key };
      });
      return { place, controls, links };
    },
    /**
     * Scrolls a control to the middle and focuses it, so that a press has no effect other than the
     * press. Returns where to press it, or why that is impossible.
     */
    async bringIntoView(key: string): Promise<Spot | string> {
      const element = found.get(key)!;
      const face = faceOf(element);
      const ends = performance.now() + COVERED_MS;
      let last = '';
      let cover: Element | null = null;
      face.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      element.focus({ preventScroll: true });
      while (performance.now() < ends) {
        await frame();
        if (!face.isConnected) return 'ушла';
        const box = face.getClientRects()[0];
        if (box === undefined) continue;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const isStill = last === `${x} ${y}`;
        last = `${x} ${y}`;
        cover = document.elementFromPoint(x, y);
        if (isStill && face.contains(cover)) return { x, y };
        // Content loaded meanwhile may have moved it: older messages above, or people in a dialog
        // that scrolls, where it is cut off and the overlay answers in its place.
        if (isStill)
          face.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      }
      return `закрыта: ${cover === null ? 'за краем экрана' : `${cover.tagName.toLowerCase()}.${cover.getAttribute('class') ?? ''} ${(cover.textContent ?? '').slice(0, 40)}`}`;
    },
    /**
     * Records the state of the page, once hover effects are done. Returns false if the control was
     * removed meanwhile, as on a page that is being left.
     */
    async arm(key: string): Promise<boolean> {
      await frame();
      pressed = found.get(key)!;
      isClicked = false;
      before = { changes, href: location.href, focus: document.activeElement, scroll: scrollOf() };
      return pressed.isConnected;
    },
    /**
     * Returns whether the press arrived; a control that was removed during the press gets no click.
     */
    isPressed: (): boolean => isClicked || pressed?.isConnected !== true,
    hasChanged: (): boolean =>
      changes > before.changes ||
      location.href !== before.href ||
      document.activeElement !== before.focus ||
      scrollOf() !== before.scroll,
    /** Waits until no bones are left and nothing has changed for `calm` ms. */
    async rest(calm: number): Promise<boolean> {
      const ends = performance.now() + 1_000;
      while (performance.now() < ends) {
        // Uses a timer, not animation frames: a frame is work for the browser, even if it shows
        // nothing new.
        await new Promise<void>((resolve) => {
          setTimeout(resolve, Math.max(10, changedAt + calm - performance.now()));
        });
        if (performance.now() - changedAt >= calm && !isWaiting()) return true;
      }
      return false;
    },
    /** Returns what keeps the page from settling. */
    pendingReason: (): string =>
      isLeft()
        ? `уходят на ${location.pathname}`
        : Array.from(
            document.querySelectorAll(
              'main [aria-busy="true"], [role="status"] > .visually-hidden',
            ),
            (element) => element.outerHTML.slice(0, 120),
          ).join(' ') || `последняя перемена ${lastChange}`,
    overlays: (): number => overlays().length,
    /** Remembers the topmost dialog for `isClosed`. */
    remember(): void {
      remembered = overlays().at(-1);
    },
    /** Returns whether another dialog, or none, is on top of what `remember` saw. */
    isClosed: (): boolean => overlays().at(-1) !== remembered,
    /**
     * Returns what is wider than its container: the page, or anything in it that scrolls sideways
     * and is not meant to.
     */
    tooWide(): string[] {
      const page = Math.round(document.body.getBoundingClientRect().width);
      const wide =
        document.documentElement.scrollWidth > page
          ? [`страница: ${document.documentElement.scrollWidth} > ${page}`]
          : [];
      for (const element of document.querySelectorAll<HTMLElement>('main, main *')) {
        if (
          element.scrollWidth <= element.clientWidth + 1 ||
          !/auto|scroll/.test(getComputedStyle(element).overflowX) ||
          element.hasAttribute('data-strip') ||
          element instanceof HTMLTextAreaElement
        )
          continue;
        wide.push(
          `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`,
        );
      }
      return wide;
    },
  };
}
