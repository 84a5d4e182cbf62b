import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { GroupFields } from './group-fields.tsx';
import { FirstMembers } from './first-members.tsx';
import { useGroupForm } from './use-group-form.ts';
import styles from './group-window.module.css';

/** The form for a new group chat: its name, its picture and its first members. */
export function GroupForm() {
  const form = useGroupForm();
  return (
    <Form onSubmit={form.submit} restored={form.restored} className={styles.form}>
      <Card>
        <GroupFields form={form} />
      </Card>
      <FirstMembers chosen={form.chosen} onChoose={form.choose} />
      <div className={styles.submit}>
        <ButtonLink to="/messages">Отмена</ButtonLink>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Создать беседу
        </Button>
      </div>
    </Form>
  );
}
