import { SupportForm } from '#features/support/parts.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { useSession } from '#lib/network/session.ts';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { showToast } from '#ui/feedback/toasts.ts';

export function Support() {
  usePageTitle('Поддержка');
  const isMember = useSession()?.activated === true;
  const navigate = useNavigate();
  const leave = () => {
    showToast('Сообщение отправлено. Спасибо!', { tone: 'good' });
    // The page to which the guards would redirect a member from /greeting.
    navigate(isMember ? '/home' : '/greeting');
  };
  return (
    <Columns>
      <Card>
        <SupportForm isMember={isMember} onSent={leave} />
      </Card>
    </Columns>
  );
}
