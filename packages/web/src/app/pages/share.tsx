import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { handToComposer, RoomPicker } from '#features/chats/parts.ts';
import { handToPost } from '#features/wall/parts.ts';
import { counted } from '#lib/text/format.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageSpinner } from '#ui/feedback/spinner.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { IconEdit } from '#ui/icons.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { dropShared, findShared, type Shared } from './share/shared.ts';
import { SharedPreview } from './share/shared-preview.tsx';

/**
 * The page that opens when something was shared with the site: the member chooses where it goes.
 */
export function Share() {
  usePageTitle('Поделиться');
  const [shared, setShared] = useState<Shared | null>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    void findShared().then((found) => setShared(found ?? null));
  }, []);
  const isLost = address.has('lost');
  const toPost = async ({ text, files }: Shared) => {
    const refused = await handToPost(text, files);
    dropShared();
    if (refused > 0)
      showToast(`В пост не вошло: ${counted(refused, ['файл', 'файла', 'файлов'])}`, {
        tone: 'bad',
      });
    navigate('/createpost', { replace: true });
  };
  const toRoom = ({ text, files }: Shared, roomId: string, path: string) => {
    handToComposer({ roomId, text, files });
    dropShared();
    navigate(path, { replace: true });
  };
  return (
    <Columns>
      <PageHead title="Поделиться" />
      {shared === undefined ? (
        <PageSpinner />
      ) : shared === null ? (
        <Card>
          <EmptyState
            art="conversation"
            text={
              isLost
                ? 'Не получилось принять то, чем вы поделились'
                : 'Здесь появится то, чем вы поделитесь с Респой из другой программы'
            }
            more={
              isLost
                ? 'Поделитесь ещё раз.'
                : 'Установите приложение, и Респа появится в меню «Поделиться».'
            }
            action={<ButtonLink to="/settings/app">Как установить</ButtonLink>}
          />
        </Card>
      ) : (
        <>
          <Card>
            <SharedPreview shared={shared} />
            <Button
              variant="primary"
              wide
              icon={<IconEdit size={20} />}
              onClick={() => void toPost(shared)}
            >
              Пост на стене
            </Button>
          </Card>
          <Card>
            <CardHead title="Отправить в переписку" />
            <RoomPicker onPick={(roomId, path) => toRoom(shared, roomId, path)} />
          </Card>
        </>
      )}
    </Columns>
  );
}
