import { Link } from 'react-router';
import { firstCharacters } from '@respa/contract/characters';
import { Time } from '#ui/display/time.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { useNews } from './api.ts';
import styles from './news-card.module.css';

const SHOWN = 3;
const LENGTH = 90;

/** The newest articles of the communities that the member follows, as short lines. */
export function NewsCard() {
  const { data } = useNews();
  const articles = data?.pages[0]?.posts.slice(0, SHOWN) ?? [];
  if (articles.length === 0) return null;
  return (
    <Card>
      <CardHead title="Новости групп" to="/home?feed=news" />
      <ul className={styles.rows}>
        {articles.map((article) => (
          <li key={article._id}>
            <Link to={`/publicpost/${article._id}`} className={styles.row}>
              <b className={styles.name}>{article.head.name}</b>
              <span className={styles.text}>
                {firstCharacters(article.title || article.text, LENGTH)}
              </span>
              <span className={styles.date}>
                <Time value={article.date} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
