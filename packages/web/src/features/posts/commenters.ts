import type { ArticleCommenters, PostCommenters } from '@respa/contract/post-options';

/** Who may comment on a post of a wall, as the forms offer it. */
export const POST_COMMENTERS: { value: PostCommenters; label: string }[] = [
  { value: 'all', label: 'Все, кто видит пост' },
  { value: 'friends', label: 'Друзья' },
  { value: 'nobody', label: 'Никто' },
];
/** The same for an article of a community. */
export const ARTICLE_COMMENTERS: { value: ArticleCommenters; label: string }[] = [
  { value: 'all', label: 'Все' },
  { value: 'subscribers', label: 'Подписчики' },
  { value: 'nobody', label: 'Никто' },
];
