import { AdminPanel } from '#features/admin/parts.ts';
import { AdminOnly } from './admin-only.tsx';

export function Admin() {
  return (
    <AdminOnly title="Кабинет администратора">
      <AdminPanel />
    </AdminOnly>
  );
}
