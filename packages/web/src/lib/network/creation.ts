import { DAY_MS } from '@respa/contract/durations';
import { useCallback } from 'react';
import type { UseMutationOptions } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { useMutation, type CallHandlers, type Mutation } from './mutation.ts';
import { getSession } from './session.ts';
import { randomId } from '#lib/browser/random-id.ts';

const STORE = 'respa.unanswered';
/** How long a repeated press counts as the same press after the answer, in ms. */
const AFTERWARDS_MS = 1_000;
/** How long an attempt without an answer keeps its key, in ms. */
const UNANSWERED_MS = DAY_MS;
const MAX_UNANSWERED = 50;
type Unanswered = { print: string; key: string; at: number };

const running = new Map<string, Promise<unknown>>();

const describe = (_: string, value: unknown): unknown => {
  if (value instanceof File) return [value.name, value.size, value.lastModified];
  return value instanceof Blob ? [value.type, value.size] : value;
};
/** Returns a 53-bit hash of a text. Collisions matter only among the few attempts of one member. */
function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
/** Returns the same text for the same creation by the same member. */
const printOf = (name: string, input: unknown): string =>
  `${getSession()?.userId ?? ''}.${name}.${hash(JSON.stringify(input, describe) ?? '')}`;

function readUnanswered(): Unanswered[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE) ?? '[]') as Unanswered[];
    return stored.filter(({ at }) => Date.now() - at < UNANSWERED_MS);
  } catch {
    return [];
  }
}
const saveUnanswered = (list: Unanswered[]): void =>
  localStorage.setItem(STORE, JSON.stringify(list.slice(-MAX_UNANSWERED)));
/** Returns the key of an attempt: that of the last one if it got no answer. */
function keyFor(print: string): string {
  const list = readUnanswered();
  const known = list.find((one) => one.print === print);
  if (known !== undefined) return known.key;
  const key = randomId();
  saveUnanswered([...list, { print, key, at: Date.now() }]);
  return key;
}
const forgetKey = (print: string): void =>
  saveUnanswered(readUnanswered().filter((one) => one.print !== print));
/** Returns whether the server may have created the thing although the call failed. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Creates one thing, however often it is called with the same input: a repeated press gets the
 * running attempt, and an attempt after a lost answer carries the same idempotency key, also after
 * a reload. Throws what `create` throws.
 */
export function createOnce<Input, Data>(
  name: string,
  input: Input,
  create: (input: Input, key: string) => Promise<Data>,
): Promise<Data> {
  const print = printOf(name, input);
  const known = running.get(print);
  if (known !== undefined) return known as Promise<Data>;
  const attempt = create(input, keyFor(print));
  running.set(print, attempt);
  attempt.then(
    () => {
      forgetKey(print);
      setTimeout(() => running.delete(print), AFTERWARDS_MS);
    },
    (error: unknown) => {
      if (!isUnanswered(error)) forgetKey(print);
      running.delete(print);
    },
  );
  return attempt;
}

/**
 * A mutation that creates one thing per input, as `createOnce` does. A repeated `mutate` does
 * nothing, and a repeated `mutateAsync` returns the running attempt.
 */
export function useCreation<Data, Input = void>(
  name: string,
  {
    create,
    ...options
  }: Omit<UseMutationOptions<Data, Error, Input>, 'mutationFn'> & {
    create: (input: Input, key: string) => Promise<Data>;
  },
): Mutation<Data, Input> {
  const mutation = useMutation<Data, Input>({
    ...options,
    mutationFn: (input) => createOnce(name, input, create),
  });
  const { mutate, mutateAsync } = mutation;
  return {
    ...mutation,
    mutate: useCallback(
      (input: Input, handlers?: CallHandlers<Data>) => {
        if (!running.has(printOf(name, input))) mutate(input, handlers);
      },
      [name, mutate],
    ),
    mutateAsync: useCallback(
      (input: Input) =>
        (running.get(printOf(name, input)) as Promise<Data> | undefined) ?? mutateAsync(input),
      [name, mutateAsync],
    ),
  } as Mutation<Data, Input>;
}
