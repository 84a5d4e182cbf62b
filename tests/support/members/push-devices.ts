import * as push from '@respa/contract/push';
import type { Caller } from '../driver.ts';

/** A subscription of a browser whose push service does not exist. */
export const PUSH_SUBSCRIPTION: push.PushSubscriptionInput = {
  endpoint: 'https://push.example/device',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
};
/** Adds a device of the caller and returns its id. */
export const addPushDevice = async (who: Caller): Promise<string> =>
  (await who.call(push.subscribe, { body: PUSH_SUBSCRIPTION })).device._id;
