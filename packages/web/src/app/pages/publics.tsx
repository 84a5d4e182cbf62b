import { OwnCommunities, CommunityDirectory } from '#features/publics/parts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHead } from '#ui/page-head.tsx';

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
