import { count, counted, plural } from '#lib/text/format.ts';

/** 'Анна печатает…', 'Анна и Борис печатают…', '3 человека печатают…'. */
export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length === 1) return `${names[0]!} печатает…`;
  return names.length === 2
    ? `${names[0]!} и ${names[1]!} печатают…`
    : `${counted(names.length, ['человек', 'человека', 'человек'])} ${plural(names.length, ['печатает', 'печатают', 'печатают'])}…`;
}
/**
 * '5 участников, 2 в сети'. A count of one online member is not shown, because that is the viewer.
 */
export function statusOf({
  members,
  membersCount,
}: {
  members: readonly { isOnline: boolean }[];
  membersCount: number;
}): string {
  const online = members.filter(({ isOnline }) => isOnline).length;
  return `${counted(membersCount, ['участник', 'участника', 'участников'])}${online > 1 ? `, ${count(online)}\u00a0в\u00a0сети` : ''}`;
}
