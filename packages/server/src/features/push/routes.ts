import * as push from '@respa/contract/push';
import { deviceOf } from '#features/account/service.ts';
import { done, serve, type App } from '#platform/http/serve.ts';
import { readFrom, replyFrom } from './answers.ts';
import * as devices from './devices.ts';
import { noteCall, tellOfCall } from './calls.ts';
import { noteNotice, tellOfNotice } from './notices.ts';
import { noteMessage, tellOfRoom } from './room-news.ts';
import { answerShown, listenForAnswers } from './shown.ts';

/** Mounts notifications on members' devices, and what causes them. */
export function mountPush(app: App): void {
  const { context } = app;
  listenForAnswers(context);
  context.signals.on('messageSent', ({ roomId, position }) =>
    noteMessage(context, roomId, position),
  );
  context.signals.on('noticeAdded', ({ tx, ...notice }) => noteNotice(context, tx, notice));
  context.signals.on('callBegan', ({ tx, ...call }) => noteCall(context, tx, call));
  context.jobs.on('push.call', (payload) => tellOfCall(context, payload));
  context.jobs.on('push.room', (payload) => tellOfRoom(context, payload));
  context.jobs.on('push.notice', (payload) => tellOfNotice(context, payload));

  serve(app, push.overview, ({ viewer }) => devices.getOverview(context, viewer));
  serve(app, push.subscribe, ({ viewer, body, request }) =>
    devices.subscribe(context, viewer, body, deviceOf(request.headers['user-agent'])),
  );
  serve(app, push.renew, ({ body }) => done(devices.renew(context, body)));
  serve(app, push.unsubscribe, ({ viewer, params }) =>
    done(devices.unsubscribe(context, viewer, params.id)),
  );
  serve(app, push.setSettings, ({ viewer, body }) => devices.setSettings(context, viewer, body));
  serve(app, push.shown, async ({ viewer, body }) => {
    answerShown(context, viewer.id, body.check);
    return { ok: true };
  });
  serve(app, push.reply, ({ body }) => done(replyFrom(context, body)));
  serve(app, push.read, ({ body }) => done(readFrom(context, body.token)));
}
