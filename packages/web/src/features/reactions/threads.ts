/**
 * Puts comments into talks: the first of a talk, and below it all answers, however they answer one another. Talks stand in the order in which
 * they began, also those whose beginning is not loaded or is gone; so nothing moves when earlier comments come.
 */
export function arrangeThreads<Comment extends { _id: string; thread: string | null }>(
  comments: readonly Comment[],
): Comment[][] {
  // Ids follow one another in time.
  const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
  const threads = Map.groupBy(comments, (comment) => comment.thread ?? comment._id);
  return [...threads]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([, thread]) => thread.sort((a, b) => inOrder(a._id, b._id)));
}
