import { useState } from 'react';
import { IconBan, IconEye, IconEyeOff, IconLockOpen } from '#ui/icons.ts';
import { useBlockAction, type BlockAction } from '#features/people/parts.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Profile } from './api.ts';
import { BlockWindow } from './block-window.tsx';

const DONE = {
  unblock: 'Человек разблокирован',
  mute: 'Посты больше не появятся в вашей ленте',
  unmute: 'Посты снова в ленте',
} satisfies Partial<Record<BlockAction, string>>;

/** Further actions on a user: hide, block, report. */
export function PersonMenu({ profile: { user, standing } }: { profile: Profile }) {
  const aside = useBlockAction(user._id);
  const [asksToBlock, setAsking] = useState(false);
  const take = (step: keyof typeof DONE) =>
    aside.mutate(step, {
      onSuccess: () => showToast(DONE[step], { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <>
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
                onSelect: () => setAsking(true),
              },
        ]}
      />
      {asksToBlock ? <BlockWindow user={user} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
