import { Link } from 'react-router';
import { useOverview } from '#features/home/parts.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { counted, sizeOf } from '#lib/text/format.ts';
import { HOME_MENU, type HomeNumber } from '../../navigation.ts';
import { useShellData, type ShellData } from '../../frame/shell-data.ts';
import styles from './home-menu.module.css';

type Numbers = ReturnType<typeof useOverview>['data'];
const NEW = ['новое', 'новых', 'новых'] as const;

/** Returns what a tile says below its name; '' without anything to say. */
function numberOf(number: HomeNumber | undefined, data: Numbers, shell: ShellData): string {
  if (number === 'messages')
    return shell.unread.messages > 0 ? counted(shell.unread.messages, NEW) : '';
  if (number === undefined || data === undefined) return '';
  if (number === 'cloud') return data.cloud > 0 ? sizeOf(data.cloud) : 'пусто';
  const count = data[number];
  if (count === 0) return '';
  const most = { games: 100, videos: 100, ads: 1_000 }[number];
  const words = count >= most ? `больше ${most - 1}` : undefined;
  if (number === 'games') return words ?? counted(count, ['новая', 'новые', 'новых']);
  return `${words ?? count} ${number === 'videos' ? 'в подписках' : 'за сутки'}`;
}

/** The documented entries of the home page, with the numbers that say where something is new. */
export function HomeMenu() {
  const shell = useShellData();
  const { data } = useOverview();
  const { me } = shell;
  if (me === null) return null;
  return (
    <nav aria-label="Быстрые ссылки">
      <ul className={styles.places} data-strip>
        {HOME_MENU.map(({ label, icon: Icon, to, number, isNarrowOnly, isWideOnly }) => (
          <li
            key={label}
            className={classNames(isNarrowOnly && styles.narrow, isWideOnly && styles.wide)}
          >
            <Link to={to(me)} className={styles.place}>
              <Icon size={24} aria-hidden="true" />
              <span className={styles.words}>
                <span className={styles.label}>{label}</span>
                <span className={styles.number}>{numberOf(number, data, shell)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
