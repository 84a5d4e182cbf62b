/**
 * Returns whole per cents of votes for a choice of one option. They add up to at most 100; equal
 * counts get equal per cents, and more votes never get fewer. So three equal thirds are 33 each.
 */
export function shareOut(votes: readonly number[]): number[] {
  const total = votes.reduce((sum, count) => sum + count, 0);
  if (total === 0) return votes.map(() => 0);
  const exact = votes.map((count) => (count * 100) / total);
  const shares = exact.map(Math.floor);
  let left = 100 - shares.reduce((sum, share) => sum + share, 0);
  const rest = (place: number) => exact[place]! - shares[place]!;
  const groups = [...Map.groupBy(votes.keys(), (place) => votes[place]!).values()].sort(
    (a, b) => rest(b[0]!) - rest(a[0]!),
  );
  for (const group of groups) {
    if (rest(group[0]!) === 0 || group.length > left) break;
    for (const place of group) shares[place]! += 1;
    left -= group.length;
  }
  return shares;
}
/** Returns whole per cents of the voters, each of whom may have chosen several options. */
export const ofVoters = (votes: readonly number[], voters: number): number[] =>
  votes.map((count) => (voters === 0 ? 0 : Math.round((count * 100) / voters)));
