import { useParams } from 'react-router';
import { FileView } from '#features/cloud/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { HiddenHead } from '#ui/layout/page-head.tsx';

export function CloudFile() {
  const { id = '' } = useParams();
  usePageTitle('Файл');
  return (
    <>
      <HiddenHead title="Файл" />
      <Columns>
        <FileView id={id} key={id} />
      </Columns>
    </>
  );
}
