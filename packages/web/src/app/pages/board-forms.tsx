import { ChangedOffer, NewOffer } from '#features/classifieds/parts.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { WithOffer } from './one-offer.tsx';

export function CreateOffer() {
  usePageTitle('Новое объявление');
  return (
    <Columns>
      <PageHead title="Новое объявление" />
      <NewOffer />
    </Columns>
  );
}
export function EditOffer() {
  return (
    <WithOffer title="Изменить объявление" forOwner>
      {(offer) => (
        <Columns>
          <PageHead title="Изменить объявление" />
          <ChangedOffer key={offer._id} offer={offer} />
        </Columns>
      )}
    </WithOffer>
  );
}
