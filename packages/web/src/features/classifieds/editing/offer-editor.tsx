import { useNavigate } from '#lib/navigation/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { useCreate, useEdit, type Offer } from '../api.ts';
import { OfferForm } from './offer-form.tsx';

/** Creates an offer and opens its page. */
export function NewOffer() {
  const create = useCreate();
  const navigate = useNavigate();
  return (
    <OfferForm
      action="Разместить"
      back="/ad/main"
      onSend={async ({ keep: _, ...input }) => {
        const { _id: id } = await create.mutateAsync(input);
        showToast('Объявление размещено', { tone: 'good' });
        navigate(`/ad/${id}`, { replace: true });
      }}
    />
  );
}
/** Edits an offer and returns to its page. */
export function ChangedOffer({ offer }: { offer: Offer }) {
  const edit = useEdit(offer._id);
  const navigate = useNavigate();
  return (
    <OfferForm
      offer={offer}
      action="Сохранить"
      back={`/ad/${offer._id}`}
      onSend={async ({ dieDate: _, ...input }) => {
        await edit.mutateAsync(input);
        showToast('Изменения сохранены', { tone: 'good' });
        navigate(`/ad/${offer._id}`, { replace: true });
      }}
    />
  );
}
