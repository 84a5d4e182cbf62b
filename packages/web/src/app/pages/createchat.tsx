import { GroupForm } from '#features/chats/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';

export function CreateChat() {
  usePageTitle('Новая беседа');
  return (
    <Columns>
      <PageHead title="Новая беседа" />
      <GroupForm />
    </Columns>
  );
}
