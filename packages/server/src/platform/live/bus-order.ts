/**
 * A batch missing for this long is not coming: this is longer than a publisher waits for the quick
 * transport before it uses the sure one.
 */
const TIMEOUT_MS = 1_500;

type Sender<M> = {
  next: number;
  early: Map<number, M>;
  timeout: NodeJS.Timeout | undefined;
  /** The last number that the sender reports as published. */ told: number;
};
export type Order<M> = {
  /** Receives a numbered batch: it is delivered once, after all earlier ones. */
  receive(from: string, number: number, messages: M): void;
  /** Records how many batches the sender reports as published. */
  expect(from: string, last: number): void;
  forget(from: string): void;
};

/**
 * Puts the batches of two transports into the order in which each sender published them. Calls
 * `missed` once for missing batches, before what follows them is delivered.
 */
export function makeOrder<M>({
  deliver,
  missed,
  timeoutMs = TIMEOUT_MS,
}: {
  deliver: (from: string, messages: M) => void;
  missed: (from: string) => void;
  timeoutMs?: number;
}): Order<M> {
  const senders = new Map<string, Sender<M>>();
  const giveUp = (from: string, sender: Sender<M>, next: number) => {
    sender.timeout = undefined;
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
    // The timeout is for the oldest missing batch: filling one gap restarts it for the next.
    if (isWhole || sender.next > before) {
      clearTimeout(sender.timeout);
      sender.timeout = undefined;
    }
    const { next } = sender;
    // A process that was busy for this long has not yet read what arrived meanwhile: sockets are
    // read before the immediate runs.
    if (!isWhole)
      sender.timeout ??= setTimeout(
        () => setImmediate(giveUp, from, sender, next),
        timeoutMs,
      ).unref();
  };
  const senderOf = (from: string, next: number): Sender<M> => {
    let sender = senders.get(from);
    if (sender === undefined)
      senders.set(from, (sender = { next, early: new Map(), timeout: undefined, told: next - 1 }));
    return sender;
  };
  return {
    receive(from, number, messages) {
      // Earlier batches of a sender that is new to this instance are not needed: a starting
      // instance reads the database.
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
      clearTimeout(senders.get(from)?.timeout);
      senders.delete(from);
    },
  };
}
