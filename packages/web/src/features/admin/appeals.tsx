import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import type { AppealState } from '@respa/contract/admin';
import { isBlank, isLonger } from '@respa/contract/characters';
import { useKeptState } from '#lib/member/kept-state.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { Time } from '#ui/display/time.tsx';
import { useAnswer, useAppeals, useAppealState, type Appeal } from './api.ts';
import { AdminList } from './list.tsx';
import { PersonLine } from './person-line.tsx';
import styles from './rows.module.css';

const TABS: { value: AppealState; label: string }[] = [
  { value: 'new', label: 'Новые' },
  { value: 'answered', label: 'С ответом' },
  { value: 'closed', label: 'Закрытые' },
];

/** Lists what users wrote to support. The admin answers by email. */
export function Appeals() {
  const [state, setState] = useState<AppealState>('new');
  return (
    <div>
      <Tabs label="Обращения" tabs={TABS} value={state} onChange={setState}>
        <div className={styles.tabbed}>
          <AppealList key={state} state={state} />
        </div>
      </Tabs>
    </div>
  );
}
function AppealList({ state }: { state: AppealState }) {
  const found = useAppeals(state);
  const appeals = found.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <AdminList
      found={found}
      isEmpty={appeals.length === 0}
      empty={{
        art: 'conversation',
        text: state === 'new' ? 'Новых обращений нет' : 'Здесь пока что ничего нет',
      }}
    >
      <ul className={styles.list}>
        {appeals.map((appeal) => (
          <AppealCard key={appeal._id} appeal={appeal} />
        ))}
      </ul>
    </AdminList>
  );
}
function AppealCard({ appeal }: { appeal: Appeal }) {
  const [isWriting, setWriting] = useState(false);
  const change = useAppealState(appeal._id);
  const put = (state: 'new' | 'closed') =>
    change.mutate(state, {
      onSuccess: () =>
        showToast(state === 'closed' ? 'Обращение закрыто' : 'Обращение снова среди новых'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <Card as="li">
      <header className={styles.head}>
        <PersonLine person={appeal.person} instead={appeal.email ?? 'Без подписи'} />
        <span className={styles.facts}>
          {appeal.person !== null && appeal.email !== null ? <span>{appeal.email}</span> : null}
          <Time value={appeal.date} look="relative" />
        </span>
      </header>
      <p className={styles.text}>
        <RichText text={appeal.text} />
      </p>
      {appeal.answer === null ? null : (
        <>
          <p className={styles.facts}>
            Ответ отправлен <Time value={appeal.answered!} look="relative" />
          </p>
          <blockquote className={styles.quote}>{appeal.answer}</blockquote>
        </>
      )}
      {appeal.answer !== null ? null : isWriting ? (
        <AnswerForm appeal={appeal} onEnd={() => setWriting(false)} />
      ) : (
        <div className={styles.acts}>
          {appeal.email === null ? (
            <span className={styles.dim}>Почты нет: ответить некуда</span>
          ) : (
            <Button size="small" variant="primary" onClick={() => setWriting(true)}>
              Ответить
            </Button>
          )}
          {appeal.state === 'closed' ? (
            <Button size="small" busy={change.isPending} onClick={() => put('new')}>
              Открыть снова
            </Button>
          ) : (
            <Button size="small" busy={change.isPending} onClick={() => put('closed')}>
              Закрыть без ответа
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
function AnswerForm({ appeal, onEnd }: { appeal: Appeal; onEnd: () => void }) {
  const [text, setText, forget] = useKeptState(`appeal.${appeal._id}`, '');
  const [isEmpty, setEmpty] = useState(false);
  const answer = useAnswer(appeal._id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(isBlank(text));
    if (isBlank(text) || isLonger(text, LENGTHS.answer) || answer.isPending) return;
    answer.mutate(text, {
      onSuccess: () => {
        forget();
        showToast('Ответ отправлен письмом', { tone: 'good' });
        onEnd();
      },
    });
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextArea
        label={`Ответ на ${appeal.email}`}
        autoFocus
        required
        minRows={4}
        limit={LENGTHS.answer}
        value={text}
        onChange={(value) => {
          setText(value);
          setEmpty(false);
        }}
        error={isEmpty ? 'Напишите ответ' : answer.error ? sentenceOf(answer.error) : undefined}
      />
      <div className={styles.acts}>
        <Button type="submit" size="small" variant="primary" busy={answer.isPending}>
          Отправить письмо
        </Button>
        <Button size="small" onClick={onEnd}>
          Отмена
        </Button>
      </div>
    </Form>
  );
}
