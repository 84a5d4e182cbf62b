import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { PROMOS } from '@respa/contract/limits';
import { displayName, isBlank, isLonger } from '@respa/contract/characters';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useNeighbourFocus } from '#lib/navigation/neighbour-focus.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { Time } from '#ui/display/time.tsx';
import { useDecide, useWaiting, type Promo } from './api.ts';
import styles from './promo-queue.module.css';
import { daysOf } from './words.ts';

/** Ads that wait for the admin's decision, oldest first. */
export function PromoQueue() {
  const waiting = useWaiting();
  const ads = waiting.data?.pages.flatMap((page) => page.ads) ?? [];
  return (
    <section aria-label="Реклама на проверке">
      <Card>
        <CardHead title="Реклама на проверке" count={waiting.data?.pages[0]?.count} />
        <ListState
          list={waiting}
          isEmpty={ads.length === 0}
          skeleton={<PostsSkeleton posts={1} />}
          empty={<EmptyState art="post" text="Проверять нечего" small />}
          small
        />
        <ul className={styles.rows} data-neighbours>
          {ads.map((promo) => (
            <Row key={promo._id} promo={promo} />
          ))}
        </ul>
        <MorePages list={waiting} />
      </Card>
    </section>
  );
}
function Row({ promo }: { promo: Promo }) {
  const [isRefusing, setRefusing] = useState(false);
  const decide = useDecide(promo._id, useNeighbourFocus('data-waiting', promo._id));
  const { person } = promo;
  const approve = () =>
    decide.mutate(null, {
      onSuccess: () => showToast('Реклама одобрена', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <li className={styles.row} aria-label={promo.title} data-waiting={promo._id}>
      <div className={styles.picture}>
        <Picture {...pictureSource('promos', promo.picture)} fit="cover" sizes="220px" />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>{promo.title}</h3>
        <p className={styles.facts}>
          <Link to={`/user/${person._id}`} className={styles.who}>
            {displayName(person)}
          </Link>
          , <Time value={promo.date} look="relative" />, на {daysOf(promo.days)}
        </p>
        {promo.text === '' ? null : (
          <p className={styles.text}>
            <RichText text={promo.text} />
          </p>
        )}
        {/* The full address, because its target is what the admin checks. */}
        {promo.link === '' ? null : (
          <p className={styles.text}>
            <a
              href={promo.link}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className={styles.who}
            >
              {promo.link}
            </a>
          </p>
        )}
        <div className={styles.acts}>
          <Button variant="primary" busy={decide.isPending && !isRefusing} onClick={approve}>
            Одобрить
          </Button>
          <Button onClick={() => setRefusing(true)}>Отклонить</Button>
        </div>
      </div>
      {isRefusing ? (
        <RefusalWindow title={promo.title} decide={decide} onClose={() => setRefusing(false)} />
      ) : null}
    </li>
  );
}
function RefusalWindow({
  title,
  decide,
  onClose,
}: {
  title: string;
  decide: ReturnType<typeof useDecide>;
  onClose: () => void;
}) {
  const [reason, setReason, forget] = useKeptState(`promo-refusal.${title}`, '');
  const [wrong, setWrong] = useState<string>();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBlank(reason)) return setWrong('Напишите, почему');
    if (decide.isPending || isLonger(reason, PROMOS.reason)) return;
    decide.mutate(reason, {
      onSuccess: () => {
        forget();
        onClose();
        showToast('Реклама отклонена, автор узнает почему', { tone: 'good' });
      },
      onError: (error) => setWrong(sentenceOf(error)),
    });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={`Отклонить «${title}»?`}
      closeOnOutside={reason === ''}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="danger" busy={decide.isPending} onClick={() => submit()}>
            Отклонить
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <TextArea
          label="Почему: это прочтёт автор"
          value={reason}
          limit={PROMOS.reason}
          onChange={(value) => {
            setReason(value);
            setWrong(undefined);
          }}
          error={wrong}
        />
      </Form>
    </Modal>
  );
}
