import { displayName, initialOf } from '@respa/contract/characters';
import { useSignOut } from '#features/account/parts.ts';
import { IconLogout, IconUser } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { SETTINGS } from '../navigation.ts';
import styles from './own-menu.module.css';
import type { Me } from './shell-data.ts';

/** The member's own card in the rail: it opens a menu with the member's page and the way out. */
export function OwnMenu({ me }: { me: Me }) {
  const { signOut } = useSignOut();
  const SettingsIcon = SETTINGS.icon;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.card} title={displayName(me)}>
          <Avatar id={me.id} src={me.picture} size={36} online />
          <span className={styles.words}>
            <span className={styles.name}>
              {me.name} {initialOf(me.surname)}
              {me.surname ? '.' : ''}
            </span>
            {me.city ? <span className={styles.city}>{me.city}</span> : null}
          </span>
        </button>
      }
      items={[
        { label: 'Моя страница', icon: <IconUser />, to: `/user/${me.id}` },
        { label: SETTINGS.label, icon: <SettingsIcon />, to: SETTINGS.to(me) },
        { label: 'Выйти', icon: <IconLogout />, apart: true, onSelect: () => void signOut() },
      ]}
    />
  );
}
