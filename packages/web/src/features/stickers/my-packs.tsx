import { Link } from 'react-router';
import { STICKERS } from '@respa/contract/limits';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconArrowDown, IconArrowUp } from '#ui/icons.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { useArrangePacks, usePacks, type Pack } from './api.ts';
import { NewPack } from './new-pack.tsx';
import { PackCover } from './sticker-image.tsx';
import { sizeOfPack } from './words.ts';
import styles from './my-packs.module.css';

const Row = ({ pack }: { pack: Pack }) => (
  <Link to={`/stickers/${pack._id}`} className={styles.row}>
    <span className={styles.cover}>
      <PackCover cover={pack.cover} />
    </span>
    <span className={styles.words}>
      <b>
        <bdi>{pack.title}</bdi>
      </b>
      <span>{sizeOfPack(pack)}</span>
    </span>
  </Link>
);

/** The added packs in the member's order. */
function Added({ packs }: { packs: Pack[] }) {
  const arrange = useArrangePacks();
  const move = (at: number, to: number) => {
    const ids = packs.map(({ _id }) => _id);
    const [moved] = ids.splice(at, 1);
    arrange.mutate(ids.toSpliced(to, 0, moved!));
  };
  if (packs.length === 0) return <p className={styles.note}>Пока ничего не добавлено.</p>;
  return (
    <ul className={styles.list}>
      {packs.map((pack, at) => (
        <li key={pack._id} className={styles.line}>
          <Row pack={pack} />
          <IconButton
            label={`Выше: ${pack.title}`}
            icon={<IconArrowUp size={18} />}
            disabled={at === 0}
            onClick={() => move(at, at - 1)}
          />
          <IconButton
            label={`Ниже: ${pack.title}`}
            icon={<IconArrowDown size={18} />}
            disabled={at === packs.length - 1}
            onClick={() => move(at, at + 1)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The member's own packs and the added ones. */
export function MyPacks() {
  usePageTitle('Стикеры');
  const { data, isError, refetch } = usePacks();
  return (
    <>
      <PageHead
        title="Стикеры и эмодзи"
        text="Свои наборы и те, что вы добавили. Они открываются в переписке рядом с эмодзи."
      />
      {data === undefined ? (
        isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Загружаем наборы" />
        )
      ) : (
        <div className={styles.cards}>
          <Card>
            <CardHead title="Мои наборы" />
            {data.own.length === 0 ? (
              <p className={styles.note}>
                Соберите первый: до {STICKERS.inPack} картинок, поделиться можно ссылкой.
              </p>
            ) : (
              <ul className={styles.list}>
                {data.own.map((pack) => (
                  <li key={pack._id}>
                    <Row pack={pack} />
                  </li>
                ))}
              </ul>
            )}
            <NewPack />
          </Card>
          <Card>
            <CardHead title="Добавленные" />
            <Added packs={data.added} />
          </Card>
        </div>
      )}
    </>
  );
}
