import { useSearchParams } from 'react-router';
import { CloudScreen, TrashView, UploadPanel } from '#features/cloud/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';

export function Cloud() {
  const [search] = useSearchParams();
  const isTrash = search.get('view') === 'trash';
  const folder = search.get('folder') ?? '';
  usePageTitle(isTrash ? 'Корзина' : 'Облако');
  return (
    <>
      {isTrash ? <TrashView /> : <CloudScreen key={folder} folder={folder} />}
      <UploadPanel />
    </>
  );
}
