import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { useRemovePlaylist } from './playlists-api.ts';

/**
 * Returns a function that deletes a playlist if the user confirms, and opens the list of playlists.
 * For the page of the playlist: the menu may be gone before the response.
 */
export function usePlaylistRemoval(id: string, name: string | undefined): () => Promise<void> {
  const remove = useRemovePlaylist();
  const navigate = useNavigate();
  return async () => {
    if (
      await confirm({
        title: `Удалить плейлист «${name}»?`,
        text: 'Сами видео останутся.',
        action: 'Удалить',
        danger: true,
      })
    )
      remove.mutate(id, {
        onSuccess: () => navigate('/videohost/playlists'),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      });
  };
}
