import { useState } from 'react';
import {
  EventForm,
  EventsList,
  useRemoveEvent,
  type Event,
  type EventPart,
} from '#features/events/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { shorten } from '#lib/text/format.ts';
import { IconPlus } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { EventMenu } from './event-menu.tsx';
import styles from './rows.module.css';

const TABS: { value: EventPart; label: string }[] = [
  { value: 'next', label: 'Скоро' },
  { value: 'past', label: 'Прошедшие' },
];

/** The admin's event editor: the documented form, and the events on the site. */
export function EventAdmin() {
  const [part, setPart] = useState<EventPart>('next');
  const [edited, setEdited] = useState<Event | 'new' | null>(null);
  const remove = useRemoveEvent();
  const drop = async (event: Event) => {
    if (
      !(await confirm({
        title: `Удалить «${shorten(event.text, 60)}»?`,
        text: 'Событие исчезнет с сайта вместе с картинками.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(event._id, {
      onSuccess: () => showToast('Событие удалено'),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  if (edited !== null) {
    const event = edited === 'new' ? undefined : edited;
    return (
      <EventForm
        event={event}
        onCancel={() => setEdited(null)}
        onDone={() => {
          showToast(event === undefined ? 'Событие добавлено' : 'Сохранено', { tone: 'good' });
          setEdited(null);
        }}
      />
    );
  }
  return (
    <>
      <div className={styles.above}>
        <Button variant="primary" icon={<IconPlus />} onClick={() => setEdited('new')}>
          Добавить событие
        </Button>
      </div>
      <div>
        <Tabs label="События" tabs={TABS} value={part} onChange={setPart}>
          <div className={styles.tabbed}>
            <EventsList
              key={part}
              part={part}
              menu={(event) => (
                <EventMenu
                  event={event}
                  onEdit={() => setEdited(event)}
                  onDelete={() => void drop(event)}
                />
              )}
            />
          </div>
        </Tabs>
      </div>
    </>
  );
}
