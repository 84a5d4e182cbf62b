import { useEffect, type RefObject } from 'react';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Group } from './group-api.ts';

/** Leads a member who is not in the group chat any more away from it. */
export function useRemoval(
  isRemoved: boolean,
  group: Group | undefined,
  isLeavingRef: RefObject<boolean>,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRemoved) return;
    if (!isLeavingRef.current)
      showToast(
        group === undefined
          ? 'Вас больше нет в этой беседе'
          : `Вас больше нет в беседе «${group.title}»`,
      );
    navigate('/messages', { replace: true });
  }, [isRemoved, group, isLeavingRef, navigate]);
}
