import { Art } from '#ui/feedback/art.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import styles from './form.module.css';

/** Confirms that the profile is deleted, and says what happened to what others still see. */
export function Goodbye() {
  return (
    <div className={styles.art}>
      <Art name="people" />
      <h1 className={styles.title}>Профиль удалён</h1>
      <p className={styles.text}>
        Ваша страница, посты, фотографии, комментарии, отметки и файлы удалены.
      </p>
      <p className={styles.text}>
        Сообщения остались у собеседников без вашего имени: их автор теперь «Удалённый
        пользователь». Группы и беседы, которые вы вели, перешли к другим участникам.
      </p>
      <p className={styles.text}>Спасибо, что были с нами. Вернуться можно в любой день.</p>
      <ButtonLink to="/register" variant="primary" size="large">
        Зарегистрироваться снова
      </ButtonLink>
      <ButtonLink to="/greeting">На главную</ButtonLink>
    </div>
  );
}
