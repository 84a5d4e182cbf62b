import { useParams } from 'react-router';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useSession } from '#lib/network/session.ts';
import { Art } from '#ui/feedback/art.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { useConfirmEmail } from './security-api.ts';
import { LinkWait } from './link-wait.tsx';
import styles from './form.module.css';

/**
 * The page behind the link in an email about the address: it confirms the new address or restores
 * the old one.
 */
export function EmailConfirmation() {
  const { link = '' } = useParams();
  const session = useSession();
  const confirmation = useConfirmEmail(link);
  if (confirmation.isPending)
    return <LinkWait title="Подтверждение почты" label="Проверяем ссылку" />;
  if (confirmation.isSuccess) {
    const { undone } = confirmation.data;
    return (
      <div className={styles.art}>
        <Art name="post" />
        <h1 className={styles.title}>{undone ? 'Прежняя почта возвращена' : 'Почта изменена'}</h1>
        <p className={styles.text} role="status">
          {undone
            ? 'Вход закрыт на всех устройствах, и прежний пароль больше не действует. Задайте новый, чтобы войти.'
            : 'Теперь входите с новой почтой, письма тоже придут на неё.'}
        </p>
        {undone ? (
          <ButtonLink to="/forgot-password" variant="primary">
            Задать новый пароль
          </ButtonLink>
        ) : (
          <ButtonLink to={session === null ? '/login' : '/home'} variant="primary">
            {session === null ? 'Войти' : 'На главную'}
          </ButtonLink>
        )}
      </div>
    );
  }
  const isRefused =
    confirmation.error instanceof ApiError &&
    confirmation.error.status < 500 &&
    confirmation.error.status > 0;
  return (
    <div className={styles.art}>
      <Art name="broken" />
      <h1 className={styles.title}>{isRefused ? 'Ссылка не сработала' : 'Не получилось'}</h1>
      <p className={styles.text} role="alert">
        {sentenceOf(confirmation.error)}
      </p>
      {isRefused ? (
        <ButtonLink to={session === null ? '/login' : '/settings'} variant="primary">
          {session === null ? 'Войти' : 'К настройкам'}
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={() => void confirmation.refetch()}>
          Повторить
        </Button>
      )}
      <ButtonLink to="/support" variant="plain">
        Написать в поддержку
      </ButtonLink>
    </div>
  );
}
