import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import type { Promo } from './api.ts';
import styles from './promo-slot.module.css';

/** Explains completely why the member sees an ad. */
export function WhyWindow({ promo, onClose }: { promo: Promo; onClose: () => void }) {
  const { person } = promo;
  return (
    <Modal
      open
      onClose={onClose}
      title="Почему я это вижу?"
      actions={
        <>
          <ButtonLink to="/innerad/cabinet">Разместить свою</ButtonLink>
          <Button variant="primary" onClick={onClose}>
            Понятно
          </Button>
        </>
      }
    >
      <div className={styles.why}>
        <p>
          Эту рекламу дал участник{' '}
          <Link to={`/user/${person._id}`} className={styles.who}>
            {displayName(person)}
          </Link>
          , и её проверил администратор Респы.
        </p>
        <p>
          Рекламу показываем всем участникам по очереди. Что вы пишете и читаете, с кем дружите и
          где живёте, на это не влияет.
        </p>
        <p>
          Одну и ту же показываем не чаще раза в день. Автор узнаёт только число показов и
          переходов, без имён. Если скрыть рекламу, больше её не покажем.
        </p>
      </div>
    </Modal>
  );
}
