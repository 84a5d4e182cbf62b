import * as search from '@respa/contract/search';
import { serve, type App } from '#platform/http/serve.ts';
import { searchPosts } from './service.ts';

/** Mounts the search in the texts of posts. Other things have searches of their own. */
export function mountSearch(app: App): void {
  serve(app, search.posts, ({ viewer, query }) => searchPosts(app.context, viewer, query));
}
