import { IconPlus } from '#ui/icons.ts';
import { useParams } from 'react-router';
import { PhotoGrid } from '#features/photos/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useMyId } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHead } from '#ui/page-head.tsx';

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
