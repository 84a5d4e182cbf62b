/** A batch that is missing for so long is not coming: longer than a publisher waits for the quick wire before it takes the sure one. */
const PATIENCE_MS = 1_500;

type Sender<M> = {
  next: number;
  early: Map<number, M>;
  patience: NodeJS.Timeout | undefined;
  /** The last number that the sender said to have told. */ told: number;
};
export type Order<M> = {
  /** A batch with its number: delivered when all before it are, once. */
  receive(from: string, number: number, messages: M): void;
  /** The sender says to have told so many. */
  expect(from: string, last: number): void;
  forget(from: string): void;
};

/** Puts what comes over two wires into the order in which each sender told it. `missed` is said once for what does not come, before what follows it is delivered. */
export function makeOrder<M>({
  deliver,
  missed,
  patienceMs = PATIENCE_MS,
}: {
  deliver: (from: string, messages: M) => void;
  missed: (from: string) => void;
  patienceMs?: number;
}): Order<M> {
  const senders = new Map<string, Sender<M>>();
  const giveUp = (from: string, sender: Sender<M>, next: number) => {
    sender.patience = undefined;
    if (sender.next !== next || !senders.has(from)) return release(from, sender);
    missed(from);
    sender.next = sender.early.size > 0 ? Math.min(...sender.early.keys()) : sender.told + 1;
    release(from, sender);
  };
  const release = (from: string, sender: Sender<M>) => {
    const before = sender.next;
    for (
      let batch = sender.early.get(sender.next);
      batch !== undefined;
      batch = sender.early.get(sender.next)
    ) {
      sender.early.delete(sender.next);
      sender.next += 1;
      deliver(from, batch);
    }
    const isWhole = sender.early.size === 0 && sender.told < sender.next;
    // Patience is for the oldest that is missing: what fills one hole begins it anew for the next.
    if (isWhole || sender.next > before) {
      clearTimeout(sender.patience);
      sender.patience = undefined;
    }
    const { next } = sender;
    // A process that was busy for so long has not read yet what came meanwhile: sockets are read before the immediate.
    if (!isWhole)
      sender.patience ??= setTimeout(
        () => setImmediate(giveUp, from, sender, next),
        patienceMs,
      ).unref();
  };
  const senderOf = (from: string, next: number): Sender<M> => {
    let sender = senders.get(from);
    if (sender === undefined)
      senders.set(from, (sender = { next, early: new Map(), patience: undefined, told: next - 1 }));
    return sender;
  };
  return {
    receive(from, number, messages) {
      // Of a sender that is new to us nothing earlier is wanted: whoever begins reads the database.
      const sender = senderOf(from, number);
      if (number < sender.next) return;
      sender.early.set(number, messages);
      sender.told = Math.max(sender.told, number);
      release(from, sender);
    },
    expect(from, last) {
      const sender = senderOf(from, last + 1);
      if (last <= sender.told) return;
      sender.told = last;
      release(from, sender);
    },
    forget(from) {
      clearTimeout(senders.get(from)?.patience);
      senders.delete(from);
    },
  };
}
