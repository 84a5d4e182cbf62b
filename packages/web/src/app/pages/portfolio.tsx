import { Portfolio as Entries } from '#features/portfolio/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';

export function Portfolio() {
  usePageTitle('Портфолио автора');
  return <Entries />;
}
