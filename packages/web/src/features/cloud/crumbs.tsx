import { IconChevronRight, IconCloud } from '#ui/icons.ts';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { useFolderPath, type Folder } from './api.ts';
import styles from './crumbs.module.css';
import { useDropPlace } from './uploads/use-drop-target.ts';

/** The path to the open folder. Every part of it is a drop target. */
export function Crumbs({ folder }: { folder: string }) {
  const way = useFolderPath(folder);
  const folders = way.data ?? [{ name: 'root', id: '' }];
  return (
    <nav aria-label="Путь" className={styles.crumbs}>
      <ol>
        {folders.map((one, index) => (
          <Crumb key={one.id} folder={one} isHere={index === folders.length - 1} />
        ))}
      </ol>
    </nav>
  );
}
function Crumb({ folder, isHere }: { folder: Folder; isHere: boolean }) {
  const { isOver, place } = useDropPlace(folder.id);
  const words =
    folder.id === '' ? (
      <>
        <IconCloud size={18} aria-hidden="true" />
        Облако
      </>
    ) : (
      folder.name
    );
  return (
    <li>
      {folder.id === '' ? null : (
        <IconChevronRight size={16} aria-hidden="true" className={styles.arrow} />
      )}
      <Link
        to={folder.id === '' ? '/cloud' : `/cloud?folder=${folder.id}`}
        aria-current={isHere ? 'page' : undefined}
        className={classNames(styles.crumb, isOver && styles.over)}
        {...place}
      >
        {words}
      </Link>
    </li>
  );
}
