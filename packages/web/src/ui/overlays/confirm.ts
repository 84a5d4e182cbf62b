// await confirm({ … }): asks a question that must be answered before an action.

export type Question = {
  title: string;
  text?: string | undefined;
  /** The label of the main button: 'Удалить'. */
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
  // A second question while one is open means that the first was not answered.
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
