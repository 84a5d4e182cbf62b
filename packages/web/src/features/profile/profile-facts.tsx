import { Link } from 'react-router';
import { years } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { Time } from '#ui/display/time.tsx';
import { IconCake, IconDeviceGamepad2, IconMapPin } from '#ui/icons.ts';
import type { Facts, Profile } from './api.ts';
import styles from './profile-head.module.css';

/** The age, the place, the game and the presence of a person. */
export function ProfileFacts({
  user,
  playing,
}: {
  user: Profile['user'];
  /** The game that they play now. */
  playing: Facts['games']['shown'][number] | undefined;
}) {
  const me = useMyId();
  return (
    <>
      <span>
        <IconCake size={17} aria-hidden="true" />
        {years(user.years)}
      </span>
      {user.city === '' && user.country === '' ? null : (
        <span>
          <IconMapPin size={17} aria-hidden="true" />
          {[user.city, user.country].filter(Boolean).join(', ')}
        </span>
      )}
      {playing === undefined ? null : (
        <span>
          <IconDeviceGamepad2 size={17} aria-hidden="true" />
          <Link to={`/app/${playing._id}`}>
            {user._id === me ? 'Играю' : 'Играет'}: {playing.name}
          </Link>
        </span>
      )}
      {user._id === me || user.isOnline ? (
        <span>
          <i className={styles.dot} aria-hidden="true" />в сети
        </span>
      ) : user.date ? (
        <span>
          был(а) <Time value={user.date} look="relative" />
        </span>
      ) : null}
    </>
  );
}
