// An S3-compatible store in its own process: s3rver checks signatures and the lifetime of presigned
// URLs. A proxy in front adds what it lacks of a private bucket: requests without a signature are
// refused, and multipart uploads can be listed and aborted. It reports each request. On demand it
// has no space left or breaks off in the middle of a body.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import { basename, join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import v4 from '@20minutes/s3rver/lib/signature/v4.js';

const [port, directory, bucket] = process.argv.slice(2);
const store = new S3rver({
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
});
await store.configureBuckets();
const serve = store.callback();
// A signature covers the path as it was sent; s3rver drops the slash after the bucket's name.
const paths = new WeakMap();
const { getStringToSign } = v4;
v4.getStringToSign = (asked, request) =>
  getStringToSign({ ...asked, uri: paths.get(asked.headers) }, request);
let mode = 'well';
let parts = 0;
process.on('disconnect', () => process.exit());
process.on('message', (said) => {
  mode = said;
  process.send({ mode });
});

const refuse = (request, response, status, code) => {
  request
    .resume()
    .on('end', () =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        ),
    );
};
const uploads = join(directory, bucket, '._S3rver_uploads');
const giveUp = async (id, response) => {
  // A part that is still being written recreates its file in the folder.
  await rm(join(uploads, basename(id)), {
    recursive: true,
    force: true,
    maxRetries: 20,
    retryDelay: 50,
  });
  response.writeHead(204).end();
};
const listUploads = async (response) => {
  const rows = await Promise.all(
    (await readdir(uploads).catch(() => [])).map(async (id) => {
      const [key, written] = await Promise.all([
        readFile(join(uploads, id, 'key'), 'utf8'),
        stat(join(uploads, id, 'key')),
      ]).catch(() => []);
      return key === undefined
        ? ''
        : `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${written.mtime.toISOString()}</Initiated></Upload>`;
    }),
  );
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`,
    );
};
http
  .createServer((request, response) => {
    const url = new URL(request.url, 'http://store');
    process.send({ method: request.method, url: request.url });
    if (request.headers.authorization === undefined && !url.searchParams.has('X-Amz-Signature'))
      return refuse(request, response, 403, 'AccessDenied');
    const isWrite = request.method === 'PUT' || request.method === 'POST';
    if (mode === 'full' && isWrite) return refuse(request, response, 507, 'XMinioStorageFull');
    if (request.method === 'DELETE' && url.searchParams.has('uploadId'))
      return void giveUp(url.searchParams.get('uploadId'), response);
    if (request.method === 'GET' && url.searchParams.has('uploads'))
      return void listUploads(response);
    if (url.searchParams.has('partNumber') && (parts += 1) > 1 && mode === 'full-later')
      return refuse(request, response, 507, 'XMinioStorageFull');
    if (mode === 'cuts' && request.method === 'GET' && !url.searchParams.has('list-type')) {
      const { write } = response;
      response.write = (...args) => {
        write.apply(response, args);
        setTimeout(() => response.destroy(), 20);
        return true;
      };
    }
    paths.set(request.headers, url.pathname);
    serve(request, response);
  })
  .listen(Number(port), '127.0.0.1', () => process.send({ mode }));
