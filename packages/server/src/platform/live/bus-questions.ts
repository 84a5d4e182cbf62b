import type { Bus } from './bus.ts';

/**
 * Calls `answer` when other instances ask this one under a topic. Concurrent questions get one
 * answer.
 */
export function answerQuestions(bus: Bus, topic: string, answer: () => void): void {
  let isAsked = false;
  bus.subscribe<string>(topic, (instance) => {
    if (instance !== bus.id || isAsked) return;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      answer();
    });
  });
}
