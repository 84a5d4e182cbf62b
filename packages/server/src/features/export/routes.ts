import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import * as exports from '@respa/contract/exports';
import { serve, type House } from '#platform/serve.ts';
import { makeExport } from './make.ts';
import {
  getStanding,
  openArchive,
  removeExport,
  removeFile,
  startExport,
  sweepExports,
  type Collector,
} from './service.ts';

/** Mounts the archive of one's own data. `collectors` are what the features keep of a person. */
export function mountExport(house: House, collectors: readonly Collector[]): void {
  const { ground } = house;
  serve(house, exports.start, ({ viewer }) => startExport(ground, viewer));
  serve(house, exports.standing, ({ viewer }) => getStanding(ground, viewer));
  serve(house, exports.remove, ({ viewer }) => removeExport(ground, viewer));
  serve(house, exports.download, async ({ params, reply }) => {
    const { opened, filename } = await openArchive(ground, params.link);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'cache-control': 'private, no-store',
      'content-type': 'application/zip',
      'content-length': opened.bytes,
      'content-disposition': `attachment; filename="${filename}"`,
      'content-security-policy': "sandbox; default-src 'none'",
    });
    await pipeline(opened.body, reply.raw).catch((error: Error) =>
      ground.log.debug({ err: error }, 'an archive was not read to its end'),
    );
  });
  ground.jobs.on('exports.make', ({ id }, stopping) =>
    makeExport(ground, collectors, id, stopping),
  );
  ground.jobs.on('exports.remove', ({ run }) => removeFile(ground, run));
  ground.jobs.on('exports.sweep', () => sweepExports(ground));
}
