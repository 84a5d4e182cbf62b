import { IconPlus } from '#ui/icons.ts';
import { useParams } from 'react-router';
import { PhotoGrid } from '#features/photos/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useMyId } from '#lib/network/session.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function Photos() {
  const { id = '' } = useParams();
  usePageTitle('Фотографии');
  const isMine = useMyId() === id;
  return (
    <Columns>
      <PageHead
        title="Фотографии"
        action={
          isMine ? (
            <ButtonLink
              to="/createfoto"
              variant="soft"
              icon={<IconPlus size={18} aria-hidden="true" />}
            >
              Добавить
            </ButtonLink>
          ) : undefined
        }
      />
      <PhotoGrid userId={id} key={id} />
    </Columns>
  );
}
