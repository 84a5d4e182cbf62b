import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as account from '@respa/contract/account';
import * as profile from '@respa/contract/profile';
import { weather } from '@respa/contract/weather';
import { makeWriters } from '../support/acknowledged.ts';
import { openBadMailServer, type Behaviour } from '../support/servers/bad-mail-server.ts';
import { Caller, PASSWORD } from '../support/driver.ts';
import { withDatabase } from '../support/stored-media.ts';
import { freePort } from '../support/servers/nginx.ts';
import { OwnServer } from '../support/servers/own-server.ts';
import { startWeatherService, weatherDocument } from '../support/servers/weather-service.ts';
import { patient } from '../support/patience.ts';

const MANNERS: Behaviour[] = [
  'hangs up',
  'never greets',
  'busy',
  'refuses',
  'refuses messages',
  'hangs in DATA',
  'never takes it',
  'lost',
  'rude',
  'slow',
];
const BAD_WEATHER: ((response: ServerResponse) => unknown)[] = [
  () => {},
  (response) => response.write('{"main":'),
  (response) => response.destroy(),
  (response) => response.writeHead(500).end(),
  (response) => response.end(weatherDocument(3, 'x'.repeat(80_000))),
  (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
];

test(
  'a mail server and a weather service that are down, silent, slow or wrong never cause a refused call, and emails are sent once the mail server works',
  async () => {
    let bad = 0;
    const sky = await startWeatherService((_, response) =>
      BAD_WEATHER[(bad += 1) % BAD_WEATHER.length]!(response),
    );
    const port = await freePort();
    const server = await OwnServer.make({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      WEATHER_URL: sky.url,
      WEATHER_KEY: 'a-key',
    });
    const office = await openBadMailServer({ port, outbox: join(server.folder, 'outbox') });
    try {
      await server.start();
      const writers = await makeWriters(server, { pairs: 2 });
      const vera = await server.join('Вера');
      office.taken.length = 0;
      writers.begin();
      const emails = new Map<string, Behaviour>();
      for (const manner of MANNERS) {
        office.behaviour = manner;
        const email = `${crypto.randomUUID()}@respa.test`;
        emails.set(email, manner);
        const { calls } = office;
        await new Caller(server.url).call(account.register, {
          body: {
            name: 'Письмо',
            surname: 'Вдогонку',
            age: '1999-05-11',
            email,
            password: PASSWORD,
          },
        });
        // The email is being sent, or was.
        await expect.poll(() => office.calls, { timeout: patient(60_000) }).toBeGreaterThan(calls);
        await vera.call(profile.edit, { body: { city: `Nebo${emails.size}` } });
        expect((await vera.call(weather)).weather).toBe(null);
        await writers.untilAcknowledged();
      }
      office.behaviour = 'well';
      office.drop();
      await withDatabase(server, (db) =>
        expect
          .poll(
            async () => {
              await sql`
              update graphile_worker._private_jobs
              set run_at = now()
              where locked_at is null
            `.execute(db);
              return (
                await sql`
                select
                from graphile_worker.jobs
                where task_identifier = 'mail.send'
              `.execute(db)
              ).rows.length;
            },
            { timeout: patient(60_000), interval: 500 },
          )
          .toBe(0),
      );
      await writers.untilAcknowledged();
      await writers.end();
      // If the mail server hung up without a word, it may have taken the email, and it is sent once
      // more; no other email is.
      const times = [...emails].map(
        ([email, manner]) =>
          [
            manner,
            office.taken.filter((to) => to === email).length -
              office.unacknowledged.filter((to) => to === email).length,
          ] as const,
      );
      expect(times.filter(([, count]) => count !== 1)).toEqual([]);
      expect(office.unacknowledged.length).toBeGreaterThan(0);
      expect(bad).toBeGreaterThan(BAD_WEATHER.length - 1);
      expect([...writers.refused.keys()]).toEqual([]);
      await writers.verify(server);
      console.log(
        `писем ${emails.size}, погода спрошена напрасно ${bad} раз; подтверждено ${writers.tell()}`,
      );
    } finally {
      await server.leave();
      await office.close();
      await sky.close();
    }
  },
  patient(600_000),
);
