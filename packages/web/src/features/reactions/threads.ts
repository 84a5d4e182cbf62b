/**
 * Groups comments into threads: the first comment, and below it all replies, whichever comment they
 * reply to. Threads are in the order in which they
 * started, including those whose first comment is not loaded or was deleted. So nothing moves when
 * earlier comments load.
 */
export function arrangeThreads<Comment extends { _id: string; thread: string | null }>(
  comments: readonly Comment[],
): Comment[][] {
  // Ids are ordered by time.
  const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
  const threads = Map.groupBy(comments, (comment) => comment.thread ?? comment._id);
  return [...threads]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([, thread]) => thread.sort((a, b) => inOrder(a._id, b._id)));
}
