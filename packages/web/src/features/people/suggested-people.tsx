import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { IconUserPlus } from '#ui/icons.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import compactStyles from '#ui/layout/compact.module.css';
import rowStyles from '#ui/layout/list-row.module.css';
import { Avatar } from '#ui/media/avatar.tsx';
import { Link } from 'react-router';
import { PersonRow } from './person-row.tsx';
import { SuggestedSkeleton, type SuggestedProps } from './suggested-skeleton.tsx';
import { reasonOf } from './suggestion-reason.ts';
import {
  useAddSuggested,
  useHideSuggested,
  useSuggested,
  type Suggestion,
} from './suggestions-api.ts';
import styles from './suggested-people.module.css';

const TITLE = 'Возможно, вы знакомы';

/** People whom the member may want to add, each with the reason. */
export function SuggestedPeople({ look, most = 30, hasHint = false }: SuggestedProps) {
  const list = useSuggested();
  const people = (list.data ?? []).slice(0, most);
  if (list.isPending) return <SuggestedSkeleton look={look} />;
  if (people.length === 0) return hasHint && list.isSuccess ? <Hint look={look} /> : null;
  if (look === 'rows')
    return (
      <Card inset="flush">
        <div className={rowStyles.title}>
          <CardHead title={TITLE} />
        </div>
        <ul className={rowStyles.rows}>
          {people.map((person) => (
            <PersonRow key={person._id} person={person} text={reasonOf(person)} isLine>
              <Choices person={person} isCompact />
            </PersonRow>
          ))}
        </ul>
      </Card>
    );
  return (
    <Card className={look === 'strip' ? styles.place : undefined}>
      <CardHead title={TITLE} {...(look === 'strip' ? {} : { to: '/users' })} />
      <ul className={look === 'strip' ? styles.strip : styles.column}>
        {people.map((person) => (
          <li key={person._id} className={look === 'strip' ? styles.tile : styles.person}>
            <Link to={`/user/${person._id}`} className={styles.link}>
              <Avatar
                id={person._id}
                src={mediaUrl('useravatars', person.avatarUrl, 160)}
                online={person.isOnline}
                size={look === 'strip' ? 64 : 44}
              />
              <span className={styles.words}>
                <span className={styles.name}>{displayName(person)}</span>
                <span className={styles.reason}>{reasonOf(person)}</span>
              </span>
            </Link>
            <div className={styles.choices}>
              <Choices person={person} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What to tell of oneself, so that someone can be suggested. As high as the strip. */
function Hint({ look }: Pick<SuggestedProps, 'look'>) {
  return (
    <Card className={look === 'strip' ? styles.place : undefined}>
      <CardHead title={TITLE} />
      <EmptyState
        small
        art="people"
        text="Пока некого предложить"
        more="Отметьте игры и укажите город: покажем тех, с кем есть общее."
        action={
          <ButtonLink to="/games" size="small" variant="soft">
            Выбрать игры
          </ButtonLink>
        }
      />
    </Card>
  );
}

function Choices({ person, isCompact = false }: { person: Suggestion; isCompact?: boolean }) {
  const name = displayName(person);
  const add = useAddSuggested(person, name);
  const hide = useHideSuggested(person, name);
  return (
    <>
      <Button
        size="small"
        variant="soft"
        className={isCompact ? compactStyles.compact : undefined}
        icon={isCompact ? <IconUserPlus size={18} aria-hidden="true" /> : undefined}
        busy={add.isPending}
        aria-label={`Добавить: ${name}`}
        onClick={() => add.mutate()}
      >
        Добавить
      </Button>
      <Button
        size="small"
        variant="plain"
        aria-label={`Скрыть: ${name}`}
        onClick={() => hide.mutate()}
      >
        Скрыть
      </Button>
    </>
  );
}
