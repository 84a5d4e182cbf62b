import { describe, expect, test } from 'vitest';
import { signIn } from '../../support/driver.ts';
import { roomOf, sendMessage } from '../../support/members/conversations.ts';
import { isBrowserHere, World } from '../../support/browser/world.ts';

describe.skipIf(!isBrowserHere)('the response checks of the browser tests', () => {
  test('include streams: an email address in a live message is reported', async () => {
    const world = await new World().openCommon();
    const [anna, boris] = [
      await world.join('Анна', 'Слышащая'),
      await world.join('Борис', 'Говорящий'),
    ];
    const [mine, theirs] = [await signIn(world, anna), await signIn(world, boris)];
    const room = await roomOf(theirs, mine);
    await sendMessage(theirs, room, 'Привет');
    await anna.page.goto(`/messages/${room}`);
    await anna.page.getByText('Привет').first().waitFor();
    await sendMessage(theirs, room, boris.email);
    await anna.page.getByText(boris.email).first().waitFor();
    const leaks = await world.close().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(leaks.split('\n')).toContain(`GET /connect/:id/${anna.id}: the address ${boris.email}`);
  });
});
