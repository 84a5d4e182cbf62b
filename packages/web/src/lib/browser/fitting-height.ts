import { useLayoutEffect, type RefObject } from 'react';

const SIZING = ['box-sizing', 'border', 'padding', 'font', 'letter-spacing', 'line-height'];
let mirror: HTMLTextAreaElement | undefined;

/** Returns the height in px that a text area needs for its text. Does not touch its layout. */
function measureHeight(area: HTMLTextAreaElement): number {
  mirror ??= document.createElement('textarea');
  mirror.tabIndex = -1;
  mirror.ariaHidden = 'true';
  const style = getComputedStyle(area);
  mirror.style.cssText =
    'position:fixed;visibility:hidden;top:-9999px;left:0;height:0;min-height:0';
  for (const name of SIZING) mirror.style.setProperty(name, style.getPropertyValue(name));
  mirror.style.width = `${area.offsetWidth}px`;
  mirror.rows = area.rows;
  mirror.value = area.value === '' ? area.placeholder : area.value;
  document.body.append(mirror);
  const height = mirror.scrollHeight + area.offsetHeight - area.clientHeight;
  mirror.remove();
  return height;
}

/**
 * Makes a text area as high as its text where the browser lacks `field-sizing: content`, which its
 * style sheet asks for. Why a mirror: shrinking the field itself to measure it changes the layout
 * around it for a moment and moves scroll positions.
 */
export function useFittingHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (CSS.supports('field-sizing', 'content')) return;
    const fit = () => {
      const { current: box } = area;
      box?.style.setProperty('height', `${measureHeight(box)}px`);
    };
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [area, text]);
}
