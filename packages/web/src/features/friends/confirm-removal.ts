import { confirm } from '#ui/overlays/confirm.ts';

/** Asks whether to remove a friend. */
export const confirmRemoval = (name: string): Promise<boolean> =>
  confirm({
    title: 'Убрать из друзей?',
    text: `${name} больше не будет у вас в друзьях.`,
    action: 'Убрать',
    danger: true,
  });
