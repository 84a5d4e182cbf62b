import { IconDownload, IconSend, IconUsers, IconX } from '#ui/icons.ts';
import { dateTime, sizeOf } from '#lib/text/format.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useCloudActions } from './actions.ts';
import { saveUrl, type Thing } from './api.ts';
import styles from './details.module.css';
import { Preview } from './preview/preview.tsx';
import { useItemMenu } from './item.tsx';
import { wordOf } from './item-icon.tsx';

/**
 * The details of an item and its actions: beside the list on wide screens, in a bottom sheet on
 * phones.
 */
export function Details({ thing }: { thing: Thing }) {
  const { send, share } = useCloudActions();
  const menu = useItemMenu(thing).filter((item) => item !== false && item.label !== 'Подробно');
  const isFile = thing.type !== 'folder';
  const facts: [string, string][] = [
    ['Тип', wordOf(thing.type)],
    ...(isFile ? [['Размер', sizeOf(thing.size)] as [string, string]] : []),
    ['Добавлен', dateTime(thing.date)],
    ...(isFile
      ? [
          [
            'Кто видит',
            thing.public
              ? 'Все, у кого есть ссылка'
              : thing.shared > 0
                ? `Вы и те, кому отправлен: ${thing.shared}`
                : 'Только вы',
          ] as [string, string],
        ]
      : []),
  ];
  return (
    <div className={styles.stack}>
      <Preview file={thing} key={thing._id} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <ButtonLink
          href={saveUrl(thing._id)}
          download
          variant="primary"
          className={styles.save}
          icon={<IconDownload size={18} aria-hidden="true" />}
        >
          Скачать
        </ButtonLink>
        {isFile ? (
          <IconButton
            variant="quiet"
            label="Отправить"
            icon={<IconSend />}
            onClick={() => send(thing)}
          />
        ) : null}
        {isFile ? (
          <IconButton
            variant="quiet"
            label="Кто видит этот файл"
            icon={<IconUsers />}
            onClick={() => share(thing)}
          />
        ) : null}
        <Menu items={menu} label={`Ещё: ${thing.name}`} />
      </div>
    </div>
  );
}
export function DetailsCard({ thing }: { thing: Thing }) {
  const { show } = useCloudActions();
  return (
    <Card as="section" aria-label="Подробно">
      <header className={styles.head}>
        <h2 className={styles.name}>{thing.name}</h2>
        <IconButton size="small" label="Закрыть" icon={<IconX />} onClick={() => show(null)} />
      </header>
      <Details thing={thing} />
    </Card>
  );
}
