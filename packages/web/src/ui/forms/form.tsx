import {
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type FormEvent,
  type MouseEvent,
} from 'react';
import { RestoredNote, type Restored } from './restored-note.tsx';

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'ref'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** For a form whose input is kept until it is sent. */
  restored?: Restored;
};
/**
 * Fields carry `aria-invalid`, other elements `data-wrong`. While a form is being sent, its fields
 * take no focus.
 */
const WRONG = '[aria-invalid]:not(:disabled), [data-wrong]:not(:disabled)';

/**
 * A form that shows its own validation errors. After a refusal, including one from the server, it
 * moves the focus to the first wrong field in the same render that
 * shows the error, unless the user has moved the focus meanwhile. The second click of a double
 * click on a button submits nothing.
 */
export function Form({ onSubmit, restored, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The element that had the focus when the form was sent. */
  const sentFrom = useRef<Element>(null);
  useLayoutEffect(() => {
    const first =
      sentFrom.current === null ? null : form.current!.querySelector<HTMLElement>(WRONG);
    if (first === null) return;
    // A field that is disabled during the submission loses the focus to the page.
    if (document.activeElement === sentFrom.current || document.activeElement === document.body)
      first.focus();
    sentFrom.current = null;
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    sentFrom.current = document.activeElement;
    onSubmit(event);
  };
  const refuseSecondClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest('button');
    if (event.detail > 1 && button?.type === 'submit') event.preventDefault();
  };
  return (
    <form {...rest} ref={form} noValidate onClickCapture={refuseSecondClick} onSubmit={submit}>
      {restored?.isRestored === true ? <RestoredNote forget={restored.forget} /> : null}
      {children}
    </form>
  );
}
