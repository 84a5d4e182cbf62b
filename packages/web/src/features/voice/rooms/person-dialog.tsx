import { displayName } from '@respa/contract/characters';
import * as voice from '@respa/contract/voice';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import type { VoiceMember } from '../api.ts';
import { setPreferences, usePreferences } from '../call/preferences.ts';
import styles from './person-dialog.module.css';

const [LOUDEST, STEP] = [200, 5];
type PersonDialogProps = {
  roomId: string;
  member: VoiceMember;
  /** Whether the member at this page may mute and remove others. */
  isLeading: boolean;
  onClose: () => void;
};
/** What one can do with a person in the voice room: how loud they are, and more for who leads it. */
export function PersonDialog({ roomId, member, isLeading, onClose }: PersonDialogProps) {
  const { volumes } = usePreferences();
  const { user, isServerMuted } = member;
  const percent = Math.round((volumes[user] ?? 1) * 100);
  const set = (next: number) => {
    const { [user]: _, ...others } = volumes;
    setPreferences({ volumes: next === 100 ? others : { ...others, [user]: next / 100 } });
  };
  const params = { roomId, userId: user };
  const onError = (error: Error) => showToast(sentenceOf(error), { tone: 'bad' });
  const mute = useMutation({
    mutationFn: (isOn: boolean) => call(voice.setMember, { params, body: { isServerMuted: isOn } }),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call(voice.removeMember, { params }),
    onSuccess: onClose,
    onError,
  });
  return (
    <Modal open title={displayName(member)} size="small" onClose={onClose}>
      <div className={styles.body}>
        <label className={styles.volume}>
          <span>
            Громкость для вас: <b>{percent === 0 ? 'не слышно' : `${percent} %`}</b>
          </span>
          <input
            type="range"
            className={styles.slider}
            min={0}
            max={LOUDEST}
            step={STEP}
            value={percent}
            aria-label="Громкость для вас"
            aria-valuetext={`${percent} %`}
            onChange={(event) => set(Number(event.target.value))}
          />
        </label>
        <Switch
          label="Не слышать этого человека"
          checked={percent === 0}
          onChange={(isSilent) => set(isSilent ? 0 : 100)}
        />
        {isLeading ? (
          <Switch
            label="Выключить микрофон для всех"
            checked={mute.isPending ? mute.variables : isServerMuted}
            onChange={(isOn) => mute.mutate(isOn)}
          />
        ) : null}
        <div className={styles.actions}>
          <ButtonLink to={`/user/${user}`}>Открыть страницу</ButtonLink>
          {isLeading ? (
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              Убрать из комнаты
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}
