import {
  BansCard,
  ChangedPublic,
  ReadersCard,
  RemovalCard,
  StaffCard,
} from '#features/publics/parts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Columns } from '#ui/columns.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { OnePublic } from './one-public.tsx';

export function EditPublic() {
  return (
    <OnePublic title="Управление группой" forStaff>
      {(group) => (
        <Columns key={group._id}>
          <PageHead
            title="Управление группой"
            text={group.name}
            action={<ButtonLink to={`/public/${group._id}`}>К группе</ButtonLink>}
          />
          {group.role === 'admin' ? <ChangedPublic group={group} /> : null}
          <StaffCard group={group} />
          <ReadersCard group={group} />
          <BansCard group={group} />
          {group.role === 'admin' ? <RemovalCard group={group} /> : null}
        </Columns>
      )}
    </OnePublic>
  );
}
