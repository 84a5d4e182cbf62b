import { VOICE } from '@respa/contract/limits';
import { confirm } from '#ui/overlays/confirm.ts';

/** Asks before a call that goes on in another tab or on another device moves here. */
export const askToTakeOver = (): Promise<boolean> =>
  confirm({
    title: 'Перенести разговор сюда?',
    text: 'Вы уже в голосовой комнате — в другой вкладке или на другом устройстве. Там разговор закончится.',
    action: 'Перенести',
  });
/** Asks before a member enters a room in which nobody else may speak. */
export const askToListen = (): Promise<boolean> =>
  confirm({
    title: 'Войти слушателем?',
    text: `Говорить могут ${VOICE.members} человек, и все места заняты. Слушать можно уже сейчас.`,
    action: 'Слушать',
  });
