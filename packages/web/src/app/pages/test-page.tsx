import { Button } from '#ui/button.tsx';
import { showHint } from '#ui/hints.ts';

/** The gallery of the design system. */
export function TestPage() {
  return <Button variant="primary" onClick={() => showHint('Готово')}>Показать подсказку</Button>;
}
