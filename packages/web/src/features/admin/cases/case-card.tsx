import { useState } from 'react';
import { REASONS } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Card } from '#ui/layout/card.tsx';
import { CaseHead } from './case-head.tsx';
import { CaseOwner } from './case-owner.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseActions } from './case-actions.tsx';
import { useCloseCase, type Case } from '../api.ts';
import { kindOf } from '../words.ts';
import { SuspendWindow, TakeDownWindow } from '../decision-windows.tsx';
import styles from '../rows.module.css';

/** Returns the suggested reason: the last one named in a report. */
function offeredReason({ reports }: Case): string {
  const said = reports.find(({ reason }) => reason !== 'other');
  return said === undefined ? '' : REASONS[said.reason];
}
/** One reported object: what it is, what members say about it, and what can be decided. */
export function CaseCard({ given: input }: { given: Case }) {
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
      <CaseHead given={input} title={title} />
      {thing === null ? (
        <p className={styles.dim}>Этого уже нет.</p>
      ) : thing.text === '' ? null : (
        <blockquote className={styles.quote}>{thing.text}</blockquote>
      )}
      <CaseOwner given={input} />
      <CaseReports reports={reports} />
      {isOpen ? (
        <CaseActions
          given={input}
          title={title}
          busy={close.isPending}
          onKeep={keep}
          onDecide={setWindow}
        />
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
