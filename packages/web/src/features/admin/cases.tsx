import { useState } from 'react';
import { Link } from 'react-router';
import { REASONS } from '#features/reports/parts.ts';
import { classNames } from '#lib/class-names.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Time } from '#ui/display/time.tsx';
import { useCases, useCloseCase, type Case } from './api.ts';
import { SuspendWindow, TakeDownWindow } from './decision-windows.tsx';
import { AdminList } from './list.tsx';
import { PersonLine } from './person-line.tsx';
import styles from './rows.module.css';
import { kindOf, OUTCOMES } from './words.ts';

const TABS = [
  { value: 'open' as const, label: 'Ждут решения' },
  { value: 'closed' as const, label: 'Решённые' },
];

/** Lists what members reported, each object once, with everything needed to decide. */
export function Cases() {
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <div>
      <Tabs label="Жалобы" tabs={TABS} value={state} onChange={setState}>
        <div className={styles.tabbed}>
          <CaseList key={state} state={state} />
        </div>
      </Tabs>
    </div>
  );
}
function CaseList({ state }: { state: 'open' | 'closed' }) {
  const found = useCases(state);
  const cases = found.data?.pages.flatMap((page) => page.cases) ?? [];
  return (
    <AdminList
      found={found}
      isEmpty={cases.length === 0}
      empty={{ art: 'lock', text: state === 'open' ? 'Жалоб нет' : 'Здесь пока что ничего нет' }}
    >
      <ul className={styles.list}>
        {cases.map((one) => (
          <CaseCard key={one._id} given={one} />
        ))}
      </ul>
    </AdminList>
  );
}
/** Returns the suggested reason: the last one named in a report. */
function offeredReason({ reports }: Case): string {
  const said = reports.find(({ reason }) => reason !== 'other');
  return said === undefined ? '' : REASONS[said.reason];
}
function CaseCard({ given: input }: { given: Case }) {
  const { thing, owner, kind, reports } = input;
  const [window, setWindow] = useState<'take' | 'suspend' | null>(null);
  const close = useCloseCase();
  const title = thing?.title ?? `${kindOf(kind).charAt(0).toUpperCase()}${kindOf(kind).slice(1)}`;
  const isOpen = input.outcome === null;
  const keep = () =>
    close.mutate(input._id, {
      onSuccess: () => showToast('Жалобы закрыты без действий'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Card as="li">
      <header className={styles.head}>
        <h2 className={styles.title}>
          {thing?.link ? <Link to={thing.link}>{title}</Link> : title}
        </h2>
        <span className={styles.facts}>
          {input.outcome === null ? (
            <span className={classNames(styles.mark, styles.bad)}>
              {counted(input.count, ['жалоба', 'жалобы', 'жалоб'])}
            </span>
          ) : (
            <span className={styles.mark}>{OUTCOMES[input.outcome]}</span>
          )}
          <Time value={input.closed ?? input.date} look="relative" />
        </span>
      </header>
      {thing === null ? (
        <p className={styles.dim}>Этого уже нет.</p>
      ) : thing.text === '' ? null : (
        <blockquote className={styles.quote}>{thing.text}</blockquote>
      )}
      {kind === 'game' ||
      (kind === 'person' && !input.isOwnerSuspended && input.ownerReports < 2) ? null : (
        <div className={styles.facts}>
          {kind === 'person' ? null : (
            <>
              <span>Чьё:</span>
              <PersonLine person={owner} instead="Удалённый пользователь" />
            </>
          )}
          {input.isOwnerSuspended ? (
            <span className={classNames(styles.mark, styles.bad)}>Заблокирован</span>
          ) : null}
          {input.ownerReports > 1 ? (
            <span>{counted(input.ownerReports, ['дело', 'дела', 'дел'])} об этом человеке</span>
          ) : null}
        </div>
      )}
      <ul className={styles.said} aria-label="Что говорят">
        {reports.map((said) => (
          <li key={`${said.person?._id} ${said.date}`}>
            <span className={styles.facts}>
              <span className={styles.reason}>{REASONS[said.reason]}</span>
              <PersonLine person={said.person} instead="Удалённый пользователь" />
              <Time value={said.date} look="relative" />
            </span>
            {said.text === '' ? null : <p className={styles.text}>{said.text}</p>}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <div className={styles.acts}>
          <Button
            size="small"
            busy={close.isPending}
            onClick={keep}
            aria-label={`Оставить: ${title}`}
          >
            Оставить
          </Button>
          {input.mayTakeDown ? (
            <Button
              size="small"
              variant="danger"
              onClick={() => setWindow('take')}
              aria-label={`Удалить: ${title}`}
            >
              Удалить
            </Button>
          ) : null}
          {owner === null || input.isOwnerSuspended ? null : (
            <Button
              size="small"
              variant="danger"
              onClick={() => setWindow('suspend')}
              aria-label={`${kind === 'person' ? 'Заблокировать' : 'Заблокировать автора'}: ${owner.name} ${owner.surname}`}
            >
              {kind === 'person' ? 'Заблокировать' : 'Заблокировать автора'}
            </Button>
          )}
        </div>
      ) : null}
      {window === 'take' ? (
        <TakeDownWindow
          thing={{ kind, objectId: input.objectId, title }}
          first={offeredReason(input)}
          onClose={() => setWindow(null)}
        />
      ) : null}
      {window === 'suspend' && owner !== null ? (
        <SuspendWindow
          person={owner}
          caseId={input._id}
          first={offeredReason(input)}
          onClose={() => setWindow(null)}
        />
      ) : null}
    </Card>
  );
}
