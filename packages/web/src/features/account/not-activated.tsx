import { sentenceOf } from '#lib/network/call.ts';
import { refreshSession } from '#lib/member/session-renewal.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { useSession } from '#lib/network/session.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Art } from '#ui/feedback/art.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { useLogout, useOwnEmail, useResend } from './api.ts';
import styles from './form.module.css';

/** The page of a user who waits for the activation email. It can send another one. */
export function NotActivated() {
  const session = useSession();
  const email = useOwnEmail(session !== null).data;
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
      <h1 className={styles.title}>
        {session === null ? 'Профиль не активирован' : 'Осталось подтвердить почту'}
      </h1>
      <p className={styles.text}>
        {email === undefined ? (
          'На вашу почту'
        ) : (
          <>
            На почту <b>{email}</b>
          </>
        )}{' '}
        должно прийти письмо со ссылкой для активации. Перейдите по ней, чтобы войти.
      </p>
      {session === null ? (
        <ButtonLink to="/login" variant="primary" size="large">
          Войти
        </ButtonLink>
      ) : (
        <>
          <Button variant="primary" size="large" onClick={() => void refreshSession()}>
            Продолжить
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
