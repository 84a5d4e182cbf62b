import { useState, type FormEvent } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconClock, IconTrash } from '#ui/icons.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { useProlong, useRemove, type Promo } from './api.ts';
import { DaysCard } from './cabinet.tsx';
import { DaysField } from './days-field.tsx';
import styles from './promo-page.module.css';
import { clicksOf, daysOf, statusOf, viewsOf } from './words.ts';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/** The state of an ad, its author's actions, and its statistics. */
export function OwnerDashboard({ promo }: { promo: Promo }) {
  const [isProlonging, setProlonging] = useState(false);
  const remove = useRemove(promo._id);
  const navigate = useNavigate();
  const wasShown = promo.state === 'shown' || promo.state === 'ended';
  const drop = async () => {
    if (
      !(await confirm({
        title: 'Удалить рекламу?',
        text: 'Она исчезнет вместе с картинкой и статистикой.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast('Реклама удалена', { tone: 'good' });
        navigate('/innerad/cabinet', { replace: true });
      },
      onError: fail,
    });
  };
  return (
    <>
      <Card>
        <CardHead title={statusOf(promo)} />
        {promo.state === 'waiting' ? (
          <p className={styles.note}>
            Администратор проверит рекламу, и придёт уведомление.{' '}
            {`Срок, ${daysOf(promo.days)}, начнётся с одобрения.`}
          </p>
        ) : null}
        {promo.state === 'refused' ? <p className={styles.reason}>{promo.reason}</p> : null}
        {wasShown ? (
          <p className={styles.note}>
            {viewsOf(promo.views ?? 0)}, {clicksOf(promo.clicks ?? 0)}. От одного участника в день
            считаем один показ и один переход.
          </p>
        ) : null}
        <div className={styles.dashboard}>
          {wasShown ? (
            <Button
              variant={promo.state === 'ended' ? 'primary' : 'quiet'}
              icon={<IconClock size={18} aria-hidden="true" />}
              onClick={() => setProlonging(true)}
            >
              {promo.state === 'ended' ? 'Показать снова' : 'Продлить'}
            </Button>
          ) : null}
          {promo.state === 'refused' ? (
            <ButtonLink to="/innerad/create" variant="primary">
              Сделать другую
            </ButtonLink>
          ) : null}
          <Button
            variant="danger"
            icon={<IconTrash size={18} aria-hidden="true" />}
            busy={remove.isPending}
            onClick={() => void drop()}
          >
            Удалить
          </Button>
        </div>
      </Card>
      {wasShown ? <DaysCard of={{ id: promo._id }} title="Показы и переходы по дням" /> : null}
      {isProlonging ? <ProlongWindow promo={promo} onClose={() => setProlonging(false)} /> : null}
    </>
  );
}
function ProlongWindow({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const prolong = useProlong(promo._id);
  const [days, setDays] = useState('7');
  const [from] = useState(
    () => new Date(Math.max(Date.now(), Date.parse(promo.dieDate ?? '') || 0)),
  );
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!prolong.isPending)
      prolong.mutate(days, {
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
        <DaysField
          value={days}
          from={from}
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
