import { lazy, Suspense } from 'react';
import { reportItem } from '#features/reports/parts.ts';
import { bookmarkItem } from '#features/sharing/parts.ts';
import { MenuSlot } from '#ui/layout/post-frame.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Article } from '../api.ts';

const ArticleMenu = lazy(async () => ({
  default: (await import('./article-menu.tsx')).ArticleMenu,
}));

type ArticleActsProps = { article: Article; onRemoved: (() => void) | undefined };

/** The viewer's actions on an article: those of its editors load after the page. */
export function ArticleActs({ article, onRemoved }: ArticleActsProps) {
  if (article.mayEdit)
    return (
      <Suspense fallback={<MenuSlot />}>
        <ArticleMenu article={article} onRemoved={onRemoved} />
      </Suspense>
    );
  return (
    <Menu
      label="Действия с постом"
      items={[
        article.state === 'published' && bookmarkItem({ kind: 'publicpost', id: article._id }),
        reportItem({ kind: 'publicpost', id: article._id }),
      ]}
    />
  );
}
