import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { MessagesSkeleton, PeopleSkeleton, PostsSkeleton } from '#ui/feedback/skeleton.tsx';
import { ShellDataContext, type ShellData } from '../../frame/shell-data.ts';
import { Shell } from '../../frame/shell.tsx';
import styles from './sample.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

const DATA: ShellData = {
  me: { id: 'alexey', name: 'Алексей', surname: 'Корнилов', city: 'Рыбинск' },
  unread: { messages: 3, notifications: 5 },
};

/** The whole window, as an open conversation uses it: without bars on phones. */
export function ConversationSample() {
  return (
    <ShellDataContext value={DATA}>
      <Shell layout="open-conversation">
        <div className={styles.conversation}>
          <div className={styles.rooms}>
            <PeopleSkeleton rows={9} />
          </div>
          <div className={styles.messages}>
            <MessagesSkeleton />
          </div>
        </div>
      </Shell>
    </ShellDataContext>
  );
}

/** The shell without real data, at the width of the window. */
export function ShellSample() {
  const [isLost, setLost] = useState(false);
  return (
    <ShellDataContext value={{ ...DATA, isLost }}>
      <Shell layout="page">
        <Columns
          aside={
            <Card>
              <CardHead title="Сейчас играют" count={4} />
              <PeopleSkeleton rows={4} avatar={38} />
            </Card>
          }
        >
          <PageHead
            title="Добрый вечер, Алексей"
            text="3 новых сообщения и 5 уведомлений"
            action={<ThemeSwitch />}
          />
          <Button onClick={() => setLost(!isLost)}>Связь</Button>
          <PostsSkeleton posts={3} />
        </Columns>
      </Shell>
    </ShellDataContext>
  );
}
