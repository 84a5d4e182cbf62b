import { displayName, isolate } from '@respa/contract/characters';
import { removedPerson, type CardRow } from '#features/people/service.ts';
import type { MessageRow } from '../message-rows.ts';
import { accusative, verb } from './person-grammar.ts';

type MessageText = Pick<MessageRow, 'user_id' | 'text' | 'system'>;
/** Whether the line stands in place of a message that a leader of the group deleted. */
export const isRemovalLine = (system: MessageRow['system']): boolean =>
  system?.kind === 'removed_by_creator' || system?.kind === 'removed_by_moderator';
/** Returns the ids of all users that the messages refer to. */
export const referencedUserIds = (rows: readonly MessageText[]): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      row.system?.userId === undefined ? [row.user_id] : [row.user_id, row.system.userId],
    ),
  ),
];

/**
 * Returns the words of a message: its text, or for a system message its sentence with people's
 * current names.
 */
export function textOf(
  { user_id: userId, text, system }: MessageText,
  cards: Map<string, CardRow>,
): string {
  if (system === null) return text;
  const by = cards.get(userId) ?? removedPerson(userId);
  const whom =
    system.userId === undefined ? by : (cards.get(system.userId) ?? removedPerson(system.userId));
  const [who, title] = [
    cards.has(userId) ? isolate(by.name) : displayName(by),
    `«${isolate(system.title ?? '')}»`,
  ];
  const isWhomHere = system.userId !== undefined && cards.has(system.userId);
  const target = isWhomHere ? isolate(accusative(whom)) : 'удалённого пользователя';
  switch (system.kind) {
    case 'missed_call':
      return 'Звонок без ответа';
    case 'declined_call':
      return 'Звонок отклонён';
    case 'created':
      return `${who} ${verb(by, ['создал', 'создала', 'создал(а)'])} беседу ${title}`;
    case 'invited':
      return `${who} ${verb(by, ['пригласил', 'пригласила', 'пригласил(а)'])} ${target}`;
    case 'excluded':
      return `${who} ${verb(by, ['исключил', 'исключила', 'исключил(а)'])} ${target}`;
    case 'left':
      return `${who} ${verb(by, ['вышел из беседы', 'вышла из беседы', 'больше не в беседе'])}`;
    case 'title':
      return `${who} ${verb(by, ['изменил', 'изменила', 'изменил(а)'])} название на ${title}`;
    case 'avatar':
      return `${who} ${verb(by, ['изменил', 'изменила', 'изменил(а)'])} фотографию беседы`;
    case 'description':
      return `${who} ${verb(by, ['изменил', 'изменила', 'изменил(а)'])} описание беседы`;
    case 'appointed':
      return `${who} ${verb(by, ['назначил', 'назначила', 'назначил(а)'])} модератором ${target}`;
    case 'dismissed':
      return `${who} ${verb(by, ['убрал', 'убрала', 'убрал(а)'])} ${target} из модераторов`;
    case 'removed_by_creator':
      return 'Сообщение удалено создателем';
    case 'removed_by_moderator':
      return 'Сообщение удалено модератором';
    case 'handed':
      return `Беседой теперь управляет ${isWhomHere ? isolate(whom.name) : 'удалённый пользователь'}`;
  }
}
