import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconClock, IconTrash } from '#ui/icons.ts';
import { useRemove, type Promo } from './api.ts';
import { DaysCard } from './cabinet.tsx';
import { ProlongPromo } from './prolong-promo.tsx';
import styles from './promo-page.module.css';
import { PromoState } from './promo-state.tsx';
import { statusOf } from './words.ts';

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
        <PromoState promo={promo} wasShown={wasShown} />
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
      {isProlonging ? <ProlongPromo promo={promo} onClose={() => setProlonging(false)} /> : null}
    </>
  );
}
