import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { counted } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { IconDeviceGamepad2, IconMapPin } from '#ui/icons.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import type { Facts } from './api.ts';
import styles from './facts-blocks.module.css';

/** What the viewer and the owner of a page have in common. Renders nothing if that is nothing. */
export function CommonBlock({ common }: { common: Facts['common'] }) {
  const { friends, friendsCount, games, gamesCount, city, communities, communitiesCount } = common;
  if (friendsCount === 0 && gamesCount === 0 && city === '' && communitiesCount === 0) return null;
  return (
    <Card>
      <CardHead title="Что у вас общего" />
      <ul className={styles.common}>
        {friendsCount === 0 ? null : (
          <li>
            <Faces
              faces={friends.map((one) => ({
                to: `/user/${one._id}`,
                id: one._id,
                name: displayName(one),
                src: mediaUrl('useravatars', one.avatarUrl, 160),
              }))}
            />
            {counted(friendsCount, ['общий друг', 'общих друга', 'общих друзей'])}
          </li>
        )}
        {gamesCount === 0 ? null : (
          <li className={styles.fact}>
            <IconDeviceGamepad2 size={20} aria-hidden="true" />
            <span>
              {counted(gamesCount, ['общая игра', 'общие игры', 'общих игр'])}:{' '}
              {games.map((game, at) => (
                <span key={game._id}>
                  {at === 0 ? '' : ', '}
                  <Link to={`/app/${game._id}`}>{game.name}</Link>
                </span>
              ))}
              {gamesCount > games.length ? '…' : ''}
            </span>
          </li>
        )}
        {city === '' ? null : (
          <li className={styles.fact}>
            <IconMapPin size={20} aria-hidden="true" />
            <Link to={`/users?city=${encodeURIComponent(city)}`}>Из одного города: {city}</Link>
          </li>
        )}
        {communitiesCount === 0 ? null : (
          <li>
            <Faces
              faces={communities.map((one) => ({
                to: `/public/${one._id}`,
                id: one._id,
                name: one.name,
                src: mediaUrl('publicavatars', one.avatarUrl, 160),
              }))}
            />
            {counted(communitiesCount, ['общая группа', 'общие группы', 'общих групп'])}
          </li>
        )}
      </ul>
    </Card>
  );
}

type Face = { to: string; id: string; name: string; src: string | null };
const Faces = ({ faces }: { faces: Face[] }) => (
  <span className={styles.faces}>
    {faces.map(({ to, id, name, src }) => (
      <Link key={id} to={to} title={name} className={styles.face}>
        <Avatar id={id} name={name} src={src} size={36} />
      </Link>
    ))}
  </span>
);
