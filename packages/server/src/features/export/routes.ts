import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import * as exports from '@respa/contract/exports';
import { serve, type App } from '#platform/http/serve.ts';
import { makeExport } from './make.ts';
import {
  getExportStatus,
  openArchive,
  removeExport,
  removeFile,
  startExport,
  sweepExports,
  type Exporter,
} from './service.ts';

/**
 * Mounts the archive of the user's own data. `exporters` return what the features store about a
 * person.
 */
export function mountExport(app: App, exporters: readonly Exporter[]): void {
  const { context } = app;
  serve(app, exports.start, ({ viewer }) => startExport(context, viewer));
  serve(app, exports.status, ({ viewer }) => getExportStatus(context, viewer));
  serve(app, exports.remove, ({ viewer }) => removeExport(context, viewer));
  serve(app, exports.download, async ({ params, reply }) => {
    const { opened, filename } = await openArchive(context, params.link);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'cache-control': 'private, no-store',
      'content-type': 'application/zip',
      'content-length': opened.bytes,
      'content-disposition': `attachment; filename="${filename}"`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    await pipeline(opened.body, reply.raw).catch((error: Error) =>
      context.log.debug({ err: error }, 'an archive was not read to its end'),
    );
  });
  context.jobs.on('exports.make', ({ id }, stopping) =>
    makeExport(context, exporters, id, stopping),
  );
  context.jobs.on('exports.remove', ({ run }) => removeFile(context, run));
  context.jobs.on('exports.sweep', () => sweepExports(context));
}
