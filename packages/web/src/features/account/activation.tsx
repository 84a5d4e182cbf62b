import { Navigate, useParams } from 'react-router';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { refreshSession } from '#lib/session-renewal.ts';
import { useNavigate } from '#lib/navigate.ts';
import { useSession } from '#lib/network/session.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Art } from '#ui/feedback/art.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { useActivation, useLogout, useResend } from './api.ts';
import { LinkWait } from './link-wait.tsx';
import styles from './form.module.css';

/** The page behind the activation link in the email. */
export function Activation() {
  const { link = '' } = useParams();
  const activation = useActivation(link);
  if (activation.isPending) return <LinkWait title="Активация" label="Активируем профиль" />;
  if (activation.isSuccess)
    return (
      <Navigate to="/login" replace state={{ note: 'Профиль активирован. Теперь можно войти.' }} />
    );
  const isBad = activation.error instanceof ApiError && activation.error.code === 'bad_link';
  return (
    <div className={styles.art}>
      <Art name="broken" />
      <h1 className={styles.title}>{isBad ? 'Ссылка не сработала' : 'Не получилось'}</h1>
      <p className={styles.text} role="alert">
        {sentenceOf(activation.error)}
      </p>
      {isBad ? (
        <ButtonLink to="/login" variant="primary">
          Войти
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={() => void activation.refetch()}>
          Повторить
        </Button>
      )}
      <ButtonLink to="/support" variant="plain">
        Написать в поддержку
      </ButtonLink>
    </div>
  );
}

/** The page of a user who waits for the activation email. It can send another one. */
export function NotActivated() {
  const session = useSession();
  const resend = useResend();
  const logout = useLogout();
  const navigate = useNavigate();
  const again = () =>
    resend.mutate(undefined, {
      onSuccess: () =>
        showToast('Отправили новое письмо. Проверьте и папку «Спам».', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <div className={styles.art}>
      <Art name="post" />
      <h1 className={styles.title}>Профиль не активирован</h1>
      <p className={styles.text}>
        На вашу почту должно прийти письмо со ссылкой для активации. Откройте её, и можно играть.
      </p>
      {session === null ? (
        <ButtonLink to="/login" variant="primary" size="large">
          Войти
        </ButtonLink>
      ) : (
        <>
          <Button variant="primary" size="large" onClick={() => void refreshSession()}>
            Я открыл ссылку
          </Button>
          <Button busy={resend.isPending} onClick={again}>
            Отправить письмо ещё раз
          </Button>
          <Button
            variant="plain"
            busy={logout.isPending}
            onClick={() => logout.mutate(undefined, { onSettled: () => navigate('/login') })}
          >
            Войти в другой профиль
          </Button>
        </>
      )}
      <ButtonLink to="/support" variant="plain">
        Письмо не приходит? Напишите нам
      </ButtonLink>
    </div>
  );
}
