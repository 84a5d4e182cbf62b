import { IconBan, IconEye, IconEyeOff, IconLockOpen } from '#ui/icons.ts';
import { useBlockAction, type BlockAction } from '#features/people/parts.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Profile } from './api.ts';

const DONE: Record<BlockAction, string> = {
  block: 'Человек заблокирован',
  unblock: 'Человек разблокирован',
  mute: 'Записи больше не появятся в вашей ленте',
  unmute: 'Записи снова в ленте',
};

/** Further actions on a user: hide, block, report. */
export function PersonMenu({ profile: { user, standing } }: { profile: Profile }) {
  const aside = useBlockAction(user._id);
  const take = (step: BlockAction) =>
    aside.mutate(step, {
      onSuccess: () => showToast(DONE[step], { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  const block = async () => {
    const text = `${user.name} не увидит вашу страницу и записи, не найдёт вас и не сможет вам писать. Если вы друзья, дружба закончится.`;
    if (await confirm({ title: 'Заблокировать?', text, action: 'Заблокировать', danger: true }))
      take('block');
  };
  return (
    <Menu
      label="Ещё"
      items={[
        standing.isMuted
          ? {
              label: 'Показывать в ленте',
              icon: <IconEye size={18} />,
              onSelect: () => take('unmute'),
            }
          : {
              label: 'Скрыть из ленты',
              icon: <IconEyeOff size={18} />,
              onSelect: () => take('mute'),
            },
        reportItem({ kind: 'person', id: user._id }),
        standing.isBlocked
          ? {
              label: 'Разблокировать',
              icon: <IconLockOpen size={18} />,
              apart: true,
              onSelect: () => take('unblock'),
            }
          : {
              label: 'Заблокировать',
              icon: <IconBan size={18} />,
              apart: true,
              danger: true,
              onSelect: () => void block(),
            },
      ]}
    />
  );
}
