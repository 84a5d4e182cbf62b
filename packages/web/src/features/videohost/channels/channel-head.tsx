import { IconCategory, IconPencil, IconPlus, IconTrash } from '#ui/icons.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { count as formatCount, plural } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Channel } from '../api.ts';
import { useRemoveChannel } from '../editing/editing-api.ts';
import { SubscribeButton } from './subscribe-button.tsx';
import { subscribersOf, videosOfCount } from '../words.ts';

const SHORT = 140;
/** Shows the cover, picture, name and description of a channel, and the viewer's actions on it. */
export function ChannelHead({ channel }: { channel: Channel }) {
  const { _id, role } = channel;
  const remove = useRemoveChannel(_id);
  const navigate = useNavigate();
  const drop = async () => {
    const question = {
      title: `Удалить канал «${channel.name}»?`,
      text: `Вместе с ним пропадут все видео (для всех: ${videosOfCount(channel.videosCount)}), его потеряют ${subscribersOf(channel.subscribersCount)}. Вернуть его будет нельзя.`,
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
    <HeadFrame
      seed={_id}
      cover={mediaUrl('channelbanners', channel.bannerUrl)}
      name={channel.name}
      about={channel.description}
      noAbout="Описания пока нет."
      short={SHORT}
      face={
        <Avatar
          id={_id}
          name={channel.name}
          src={mediaUrl('channelavatars', channel.avatarUrl, 640)}
          size={118}
        />
      }
      facts={
        <span>
          <IconCategory size={17} aria-hidden="true" />
          {channel.category}
        </span>
      }
      counts={
        <>
          <div>
            <dd>{formatCount(channel.subscribersCount)}</dd>
            <dt>{plural(channel.subscribersCount, ['подписчик', 'подписчика', 'подписчиков'])}</dt>
          </div>
          <div>
            <dd>{formatCount(channel.videosCount)}</dd>
            <dt>видео</dt>
          </div>
        </>
      }
    >
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
      ) : (
        <Menu label="Действия с каналом" items={[reportItem({ kind: 'channel', id: _id })]} />
      )}
    </HeadFrame>
  );
}
