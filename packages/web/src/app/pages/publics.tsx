import { OwnCommunities, CommunityDirectory } from '#features/communities/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function Communities() {
  usePageTitle('Группы');
  return (
    <Columns aside={<OwnCommunities />}>
      <PageHead
        title="Группы"
        action={
          <ButtonLink to="/createpublic" variant="primary">
            Создать группу
          </ButtonLink>
        }
      />
      <CommunityDirectory />
    </Columns>
  );
}
