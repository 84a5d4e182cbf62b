import { Navigate, useLocation, useParams } from 'react-router';
import { page } from '#lib/navigation/page.tsx';
import { App } from './app.tsx';
import { Games } from './games.tsx';
import { Store } from './store.tsx';

const CreateApp = page(() => import('./create-app.tsx').then((file) => file.CreateApp));
const UpdateApp = page(() => import('./create-app.tsx').then((file) => file.UpdateApp));

/**
 * Picks the catalogue page for an address. Why: every visit loads the route table, but only visits
 * to games load what this file imports.
 */
export function GamePages() {
  const place = useLocation().pathname.split('/')[1];
  const { id = '' } = useParams();
  if (place === 'store') return <Store />;
  if (place === 'app') return <App />;
  if (place === 'create-app') return <CreateApp />;
  if (place === 'update-app') return <UpdateApp />;
  // The documented link of a game's page, which had no route of its own.
  return place === 'update-game' ? <Navigate to={`/update-app/${id}`} replace /> : <Games />;
}
