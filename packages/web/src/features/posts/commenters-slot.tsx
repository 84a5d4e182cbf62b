import { part } from '#lib/browser/part.tsx';

type Window<Value extends string> = {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onSave: (value: Value) => Promise<unknown>;
  onClose: () => void;
};
/** The window that changes who may comment, which loads when it is opened. */
export const CommentersSlot = part<Window<string>>(
  async () => (await import('./commenters-window.tsx')).CommentersWindow,
) as <Value extends string>(props: Window<Value>) => React.ReactNode;
