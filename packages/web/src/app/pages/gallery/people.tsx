import { IconMessageCircle, IconUserPlus } from '#ui/icons.ts';
import { useState } from 'react';
import { years } from '#lib/text/format.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Logo, LogoMark } from '#ui/logo.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import {
  MessagesSkeleton,
  PeopleSkeleton,
  PostsSkeleton,
  TilesSkeleton,
} from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Time } from '#ui/display/time.tsx';
import { Sample } from './sample.tsx';
import styles from './sample.module.css';
import { samplePicture } from './sample-pictures.ts';

const A_WHILE_AGO = Date.now() - 7 * 60_000;

export function PeopleSamples() {
  const [tab, setTab] = useState<'news' | 'friends'>('news');
  return (
    <>
      <Sample name="Знак и заголовок" column>
        <div className={styles.person}>
          <Logo />
          <LogoMark size={48} />
        </div>
        <PageHead
          title="Добрый вечер, Алексей"
          text="3 новых сообщения и 5 уведомлений"
          action={<Button icon={<IconUserPlus />}>Позвать</Button>}
        />
      </Sample>
      <Sample name="Зверьки: по одному на каждый id">
        <div className={styles.creatures}>
          {Array.from({ length: 40 }, (_, index) => (
            <Avatar key={index} id={`0198a${index}-sample`} size={56} online={index % 5 === 0} />
          ))}
        </div>
      </Sample>
      <Sample name="Размеры и фотография">
        {[24, 32, 40, 48, 64, 96].map((size) => (
          <Avatar key={size} id="size" size={size} online name="Марина Соль" />
        ))}
        <Avatar id="photo" src={samplePicture(3, 200, 200).src} size={64} online name="Игрожур" />
        <Avatar id="broken" src="/media/none.jpg" size={64} name="Без картинки" />
      </Sample>
      <Sample name="Карточка" column>
        <Card>
          <CardHead title="Сейчас играют" count={1286} to="/test-page" />
          <div className={styles.person}>
            <Avatar id="marina" online />
            <span className={styles.wide}>
              Марина Соль
              <small>
                {years(24)}, <Time look="relative" value={A_WHILE_AGO} />
              </small>
            </span>
            <IconButton label="Написать" icon={<IconMessageCircle />} />
          </div>
        </Card>
        <Tabs
          label="Лента"
          tabs={[
            { value: 'news', label: 'Новости', count: 4 },
            { value: 'friends', label: 'Друзья' },
          ]}
          value={tab}
          onChange={setTab}
        >
          <p>
            {tab === 'news' ? 'Новости групп' : 'Посты друзей'},{' '}
            <Time value="2026-11-20T18:12:00Z" />
          </p>
        </Tabs>
      </Sample>
    </>
  );
}

export function StateSamples() {
  return (
    <>
      <Sample name="Пусто" column>
        <Card>
          <EmptyState
            art="post"
            text="Здесь нет постов."
            more="Расскажите, во что играете."
            action={<Button variant="primary">Написать</Button>}
          />
        </Card>
        <Card>
          <EmptyState
            art="conversation"
            text="У Вас нет переписок"
            more="Найдите, с кем сыграть."
            action={<Button variant="primary">Найти людей</Button>}
          />
        </Card>
        <Card>
          <EmptyState art="bell" text="У вас нет уведомлений" small />
        </Card>
        <Card>
          <EmptyState art="photo" text="Фотографий пока нет" small />
        </Card>
        <Card>
          <EmptyState art="people" text="Друзей пока нет" small />
        </Card>
        <Card>
          <EmptyState art="search" text="Никого не нашлось" small />
        </Card>
        <Card>
          <EmptyState art="game" text="Игр пока нет" small />
        </Card>
        <Card>
          <EmptyState art="folder" text="В папке пусто" small />
        </Card>
      </Sample>
      <Sample name="Не получилось" column>
        <Card>
          <ErrorState onRetry={() => undefined} />
        </Card>
        <Card>
          <NotFoundState />
        </Card>
      </Sample>
      <Sample name="Ждём" column>
        <Card>
          <PeopleSkeleton rows={3} />
        </Card>
        <PostsSkeleton posts={1} />
        <Card inset="flush">
          <MessagesSkeleton />
        </Card>
        <TilesSkeleton tiles={4} />
        <ProgressBar value={37} label="Собираем архив" />
      </Sample>
    </>
  );
}
