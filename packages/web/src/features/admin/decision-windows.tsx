import { useState } from 'react';
import { DAY_MS } from '@respa/contract/durations';
import { LENGTHS } from '@respa/contract/limits';
import { displayName, isBlank, isLonger } from '@respa/contract/characters';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useSuspend, useTakeDown, type Case } from './api.ts';
import styles from './rows.module.css';

const TERMS = [
  ['1', 'На день'],
  ['3', 'На три дня'],
  ['7', 'На неделю'],
  ['30', 'На месяц'],
  ['365', 'На год'],
  ['', 'Навсегда'],
].map(([value, label]) => ({ value: value!, label: label! }));
const endAfter = (days: string) =>
  days === '' ? {} : { until: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };

type ReasonProps = {
  /** Where the reason is kept while it is written. */
  place: string;
  title: string;
  helpText: string;
  action: string;
  first: string;
  busy: boolean;
  error: unknown;
  onSend: (reason: string, forget: () => void) => void;
  onClose: () => void;
  children?: React.ReactNode;
};
/** A dialog for a decision whose reason the affected user will read. */
function ReasonWindow({
  place,
  title,
  helpText,
  action,
  first,
  busy,
  error,
  onSend,
  onClose,
  children,
}: ReasonProps) {
  const [reason, setReason, forget] = useKeptState(place, first);
  const [isEmpty, setEmpty] = useState(false);
  const send = () => {
    setEmpty(isBlank(reason));
    if (!isBlank(reason) && !isLonger(reason, LENGTHS.reason) && !busy)
      onSend(reason.trim(), forget);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="small"
      closeOnOutside={reason === first}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="danger" busy={busy} onClick={send}>
            {action}
          </Button>
        </>
      }
    >
      <Stack>
        <p className={styles.text}>{helpText}</p>
        {children}
        <TextArea
          label="Причина"
          required
          minRows={2}
          maxRows={6}
          limit={LENGTHS.reason}
          value={reason}
          onChange={(value) => {
            setReason(value);
            setEmpty(false);
          }}
          error={isEmpty ? 'Укажите причину' : error ? sentenceOf(error) : undefined}
        />
      </Stack>
    </Modal>
  );
}
/** Takes an item down. Its author sees the reason. */
export function TakeDownWindow({
  thing,
  first,
  onClose,
}: {
  thing: Pick<Case, 'kind' | 'objectId'> & { title: string };
  first: string;
  onClose: () => void;
}) {
  const take = useTakeDown();
  return (
    <ReasonWindow
      place={`takedown.${thing.objectId}`}
      title={`Удалить: ${thing.title}`}
      helpText="Вернуть будет нельзя. Причину прочитает автор."
      action="Удалить"
      first={first}
      busy={take.isPending}
      error={take.error}
      onClose={onClose}
      onSend={(reason, forget) =>
        take.mutate(
          { kind: thing.kind, id: thing.objectId, reason },
          {
            onSuccess: () => {
              forget();
              showToast('Удалено, автор узнает причину', { tone: 'good' });
              onClose();
            },
          },
        )
      }
    />
  );
}
/** Suspends a member. */
export function SuspendWindow({
  person,
  caseId,
  first,
  onClose,
}: {
  person: { _id: string; name: string; surname: string };
  caseId?: string;
  first: string;
  onClose: () => void;
}) {
  const [days, setDays] = useState('7');
  const suspend = useSuspend();
  const name = displayName(person);
  return (
    <ReasonWindow
      place={`suspend.${person._id}`}
      title={`Заблокировать: ${name}`}
      helpText="Все сессии закончатся сразу. Причину и срок покажем при входе и пришлём письмом."
      action="Заблокировать"
      first={first}
      busy={suspend.isPending}
      error={suspend.error}
      onClose={onClose}
      onSend={(reason, forget) =>
        suspend.mutate(
          {
            id: person._id,
            reason,
            ...endAfter(days),
            ...(caseId === undefined ? {} : { caseId }),
          },
          {
            onSuccess: () => {
              forget();
              showToast(`${name}: страница заблокирована`, { tone: 'good' });
              onClose();
            },
          },
        )
      }
    >
      <Select label="Срок" value={days} options={TERMS} onChange={setDays} />
    </ReasonWindow>
  );
}
