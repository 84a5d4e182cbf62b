import { useState } from 'react';
import { IconCheck, IconClock, IconPencil, IconTrash } from '#ui/icons.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import type { Offer } from '../api.ts';
import styles from './offer-page.module.css';
import { ProlongOffer } from './prolong-offer.tsx';
import { useOwnerActs } from './use-owner-acts.ts';

/** What the author of an offer can do with it. */
export function OwnerDashboard({ offer }: { offer: Offer }) {
  const [isProlonging, setProlonging] = useState(false);
  const { sell, isSelling, drop, isDropping } = useOwnerActs(offer._id);
  return (
    <div className={styles.dashboard}>
      <ButtonLink to={`/ad/edit/${offer._id}`} icon={<IconPencil size={18} aria-hidden="true" />}>
        Изменить
      </ButtonLink>
      {offer.state === 'active' ? (
        <Button
          variant="primary"
          icon={<IconCheck size={18} aria-hidden="true" />}
          busy={isSelling}
          onClick={() => void sell()}
        >
          Продано
        </Button>
      ) : null}
      <Button
        variant={offer.state === 'active' ? 'quiet' : 'primary'}
        icon={<IconClock size={18} aria-hidden="true" />}
        onClick={() => setProlonging(true)}
      >
        {offer.state === 'active' ? 'Продлить' : 'Вернуть в списки'}
      </Button>
      <Button
        variant="danger"
        icon={<IconTrash size={18} aria-hidden="true" />}
        busy={isDropping}
        onClick={() => void drop()}
      >
        Удалить
      </Button>
      {isProlonging ? <ProlongOffer offer={offer} onClose={() => setProlonging(false)} /> : null}
    </div>
  );
}
