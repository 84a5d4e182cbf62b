import { useLayoutEffect, useRef, type RefObject } from 'react';

type WrongFields = {
  /** Of the form itself: its wrong fields carry `aria-invalid`. */
  form: RefObject<HTMLFormElement | null>;
  /** The fields are disabled while the form is on its way; the focus comes when they are let go. */
  isHeld?: boolean;
  /** A selector of what takes the focus if no field is wrong. */
  otherwise?: string;
};

/**
 * Puts the focus into the first wrong field in the very step that says what is wrong with it.
 * @returns to be called together with saying it, each time that a form is refused
 */
export function useWrongFields({ form, isHeld = false, otherwise }: WrongFields): () => void {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    if (!isDue.current || isHeld) return;
    isDue.current = false;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    (first ?? (otherwise === undefined ? null : form.current?.querySelector<HTMLElement>(otherwise)))?.focus();
  });
  return () => { isDue.current = true; };
}
