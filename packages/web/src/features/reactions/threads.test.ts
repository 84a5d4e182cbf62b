import { expect, test } from 'vitest';
import { arrangeThreads } from './threads.ts';

const conversation = (...ids: string[]) =>
  ids.map((id) => {
    const [_id = '', thread = null] = id.split('>');
    return { _id, thread };
  });
const shown = (...ids: string[]) =>
  arrangeThreads(conversation(...ids)).map((thread) =>
    thread.map((comment) => comment._id).join(' '),
  );

test('puts replies below the first comment of their thread, in the order of their arrival', () => {
  expect(shown('1', '2', '3>1', '4>2', '5>1', '6')).toEqual(['1 3 5', '2 4', '6']);
  expect(shown()).toEqual([]);
});
test('sorts a thread whose first comment is missing by its start, and keeps it there when that comment loads', () => {
  expect(shown('5', '6>2', '7>2', '8>4')).toEqual(['6 7', '8', '5']);
  expect(shown('1', '2', '3', '4', '5', '6>2', '7>2', '8>4')).toEqual([
    '1',
    '2 6 7',
    '3',
    '4 8',
    '5',
  ]);
});
