import { PhotoForm } from '#features/photos/parts.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function CreateFoto() {
  usePageTitle('Новая фотография');
  const id = useMyId();
  const navigate = useNavigate();
  return (
    <Columns>
      <PageHead title="Новая фотография" />
      <PhotoForm onDone={() => navigate(`/user/${id}`)} />
    </Columns>
  );
}
