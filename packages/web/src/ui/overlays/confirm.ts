// await confirm({ … }): a question that must be answered before something is done.

export type Question = {
  title: string;
  text?: string | undefined;
  /** What the loud button does: 'Удалить'. */
  action: string;
  danger?: boolean | undefined;
};

export type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | undefined;
const listeners = new Set<() => void>();

function ask(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

export function confirm(question: Question): Promise<boolean> {
  // A second question while one is open means that nobody answered the first.
  asked?.answer(false);
  return new Promise((resolve) => {
    ask({
      ...question,
      answer: (yes) => {
        ask(undefined);
        resolve(yes);
      },
    });
  });
}

export function readQuestion(): Asked | undefined {
  return asked;
}

export function subscribeQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
