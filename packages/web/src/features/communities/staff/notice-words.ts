import { displayName } from '@respa/contract/characters';
import type { CommunityNoticeType } from '@respa/contract/communities';
import { verb } from '#lib/text/person-grammar.ts';
import type { Sentence } from '#lib/text/sentence.ts';

type Verb = readonly [man: string, woman: string, unknown: string];
const ACTS: Record<CommunityNoticeType, [did: Verb, rest: string]> = {
  subscribe: [['подписался', 'подписалась', 'теперь подписан(а)'], 'на группу'],
  like: [['оценил', 'оценила', 'оценил(а)'], 'пост'],
  comment: [['прокомментировал', 'прокомментировала', 'прокомментировал(а)'], 'пост'],
  proposal: [['предлагает', 'предлагает', 'предлагает'], 'пост'],
};

/** Returns the sentence of a community notice: 'Соня Гай подписалась на группу'. */
export function communitySentence(
  type: CommunityNoticeType,
  person: { name: string; surname: string },
): Sentence {
  const [did, rest] = ACTS[type];
  return [{ who: displayName(person) }, ` ${verb(person, did)} ${rest}`];
}
