import { IconPencil, IconPlus, IconRss, IconTrash } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { losersOf } from '#lib/text/subscribers.ts';
import { copyText } from '#ui/feedback/copy-text.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Channel } from '../api.ts';
import { useRemoveChannel } from '../editing/editing-api.ts';
import { videosOfCount } from '../words.ts';
import { SubscribeButton } from './subscribe-button.tsx';

/** The viewer's actions on a channel. */
export function ChannelActs({ channel }: { channel: Channel }) {
  const { _id, role } = channel;
  const remove = useRemoveChannel(_id);
  const navigate = useNavigate();
  const drop = async () => {
    const question = {
      title: `Удалить канал «${channel.name}»?`,
      text: `Вместе с ним пропадут все видео (для всех: ${videosOfCount(channel.videosCount)}), его ${losersOf(channel.subscribersCount)}. Вернуть его будет нельзя.`,
      action: 'Удалить',
      danger: true,
    };
    if (await confirm(question))
      remove.mutate(undefined, {
        onSuccess: () => {
          showToast('Канал удалён');
          navigate('/videohost/main');
        },
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      });
  };
  return (
    <>
      {role === 'reader' ? null : (
        <ButtonLink
          to={`/videohost/create/video?channel=${_id}`}
          variant="primary"
          icon={<IconPlus size={18} aria-hidden="true" />}
        >
          Новое видео
        </ButtonLink>
      )}
      {role === 'admin' ? (
        <ButtonLink
          to={`/videohost/edit/channel/${_id}`}
          icon={<IconPencil size={18} aria-hidden="true" />}
        >
          Изменить канал
        </ButtonLink>
      ) : (
        <SubscribeButton channel={channel} />
      )}
      {role === 'admin' ? (
        <Button
          variant="danger"
          icon={<IconTrash size={18} aria-hidden="true" />}
          busy={remove.isPending}
          onClick={() => void drop()}
        >
          Удалить канал
        </Button>
      ) : null}
      <Menu
        label="Действия с каналом"
        items={[
          channel.isOpen && {
            label: 'Скопировать ссылку на RSS',
            icon: <IconRss size={18} />,
            onSelect: () =>
              void copyText(`${location.origin}/rss/channel/${_id}.xml`, 'Ссылка скопирована'),
          },
          role !== 'admin' && reportItem({ kind: 'channel', id: _id }),
        ]}
      />
    </>
  );
}
