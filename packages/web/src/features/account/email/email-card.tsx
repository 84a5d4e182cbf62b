import { sentenceOf } from '#lib/network/call.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Bone, Skeleton } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useEmailChange } from './use-email-change.ts';
import { EmailForm } from './email-form.tsx';
import { PendingEmail } from './pending-email.tsx';
import { useCancelEmail, useEmails } from '../security-api.ts';
import styles from '../form.module.css';

/** Shows the member's email address and lets them change it; an email confirms the change. */
export function EmailCard() {
  const emails = useEmails();
  const form = useEmailChange();
  const cancel = useCancelEmail();
  const keep = () =>
    cancel.mutate(undefined, {
      onSuccess: () => showToast('Почта остаётся прежней.'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  const pending = emails.data?.pending ?? null;
  return (
    <Card>
      <CardHead title="Почта" />
      {emails.isError ? (
        <ErrorState small onRetry={() => void emails.refetch()} />
      ) : (
        <div className={styles.form}>
          <div className={styles.lead}>
            {emails.data === undefined ? (
              <Skeleton>
                <Bone width={180} height={20} />
              </Skeleton>
            ) : (
              emails.data.email
            )}
          </div>
          {pending === null ? null : (
            <PendingEmail email={pending} busy={cancel.isPending} onCancel={keep} />
          )}
          <EmailForm form={form} />
        </div>
      )}
    </Card>
  );
}
