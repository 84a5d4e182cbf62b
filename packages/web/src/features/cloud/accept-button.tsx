import { useNavigate } from 'react-router';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { useAccept } from './api.ts';

/** Accepts a sent file from its notification and opens the cloud. */
export function AcceptButton({ fileId, name }: { fileId: string; name: string }) {
  const accept = useAccept();
  const navigate = useNavigate();
  // Accepting removes the notification and this button, so the follow-up must not depend on the
  // mounted component.
  const take = () =>
    void accept.mutateAsync(fileId).then(
      ({ file }) => {
        showToast(`«${file.name}» — в вашем облаке`, { tone: 'good' });
        void navigate('/cloud');
      },
      (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' }),
    );
  return (
    <Button
      variant="primary"
      size="small"
      busy={accept.isPending}
      aria-label={`Принять: ${name}`}
      onClick={take}
    >
      Принять
    </Button>
  );
}
