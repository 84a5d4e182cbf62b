import { useLayoutEffect, useRef, type ComponentProps, type FormEvent } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'ref'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};
/** Fields carry the first, what is no field the second; while a form is on its way its fields take no focus. */
const WRONG = '[aria-invalid]:not(:disabled), [data-wrong]:not(:disabled)';

/**
 * A form that says itself what is wrong with it. Refused, by the server too, it puts the focus into the first wrong field in the very step that says
 * what is wrong, unless somebody has gone on to something else meanwhile.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** What had the focus when the form was sent. */
  const sentFrom = useRef<Element>(null);
  useLayoutEffect(() => {
    const first =
      sentFrom.current === null ? null : form.current!.querySelector<HTMLElement>(WRONG);
    if (first === null) return;
    // A field that is disabled on the way loses the focus to the page.
    if (document.activeElement === sentFrom.current || document.activeElement === document.body)
      first.focus();
    sentFrom.current = null;
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    sentFrom.current = document.activeElement;
    onSubmit(event);
  };
  return <form {...rest} ref={form} noValidate onSubmit={submit} />;
}
