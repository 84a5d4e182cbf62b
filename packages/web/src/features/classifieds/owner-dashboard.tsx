import { useState, type FormEvent } from 'react';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { IconCheck, IconClock, IconPencil, IconTrash } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { useClose, useProlong, useRemove, type Offer } from './api.ts';
import styles from './offer-page.module.css';
import { LifetimeField } from './lifetime-field.tsx';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** What the author of an offer can do with it. */
export function OwnerDashboard({ offer }: { offer: Offer }) {
  const [isProlonging, setProlonging] = useState(false);
  const close = useClose(offer._id);
  const remove = useRemove(offer._id);
  const navigate = useNavigate();
  const sell = async () => {
    if (
      !(await confirm({
        title: 'Уже продали?',
        text: 'Объявление уйдёт из списков. Вернуть его можно в любой момент.',
        action: 'Продано',
      }))
    )
      return;
    close.mutate(undefined, {
      onSuccess: () => showToast('Поздравляем с продажей!', { tone: 'good' }),
      onError: fail,
    });
  };
  const drop = async () => {
    if (
      !(await confirm({
        title: 'Удалить объявление?',
        text: 'Оно исчезнет вместе с картинками.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast('Объявление удалено', { tone: 'good' });
        navigate('/ad/mine', { replace: true });
      },
      onError: fail,
    });
  };
  return (
    <div className={styles.dashboard}>
      <ButtonLink to={`/ad/edit/${offer._id}`} icon={<IconPencil size={18} aria-hidden="true" />}>
        Изменить
      </ButtonLink>
      {offer.state === 'active' ? (
        <Button
          variant="primary"
          icon={<IconCheck size={18} aria-hidden="true" />}
          busy={close.isPending}
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
        busy={remove.isPending}
        onClick={() => void drop()}
      >
        Удалить
      </Button>
      {isProlonging ? <ProlongDialog offer={offer} onClose={() => setProlonging(false)} /> : null}
    </div>
  );
}
function ProlongDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const prolong = useProlong(offer._id);
  const [days, setDays] = useState(String(CLASSIFIEDS.prolongDays));
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!prolong.isPending)
      prolong.mutate(days.trim() === '' ? '0' : days, {
        onSuccess: () => {
          onClose();
          showToast('Срок продлён', { tone: 'good' });
        },
      });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Сколько ещё показывать"
      size="small"
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={prolong.isPending} onClick={() => submit()}>
            Продлить
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>
        <LifetimeField
          value={days}
          onChange={(value) => {
            setDays(value);
            prolong.reset();
          }}
          error={prolong.error ? sentenceOf(prolong.error) : undefined}
        />
      </form>
    </Modal>
  );
}
