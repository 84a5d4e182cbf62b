import { appError } from '@respa/contract/app-errors';
import type { Logger } from 'pino';
import type { S3Settings } from '#platform/runtime/config.ts';
import { StoreAway } from './storage.ts';

/** How long a store may be silent before it counts as away, in milliseconds: to a connection, to the first byte of an answer, and while it joins or copies what it has. */
export const PATIENCE = { connection: 3_000, answer: 8_000, joining: 300_000 };
const ATTEMPTS = 3;

/** Read only where files lie in S3: it takes a start a tenth of a second and ten megabytes. */
const loadLibrary = () => import('@aws-sdk/client-s3');
type Library = Awaited<ReturnType<typeof loadLibrary>>;
export type Transport = {
  library: Library;
  client: InstanceType<Library['S3Client']>;
  bucket: string;
};

/** A client of the store of the settings; nothing is asked yet. */
export async function createTransport({
  endpoint,
  bucket,
  region,
  accessKey,
  secretKey,
}: S3Settings): Promise<Transport> {
  const library = await loadLibrary();
  // As many connections as there are readers: one who pauses a film must not hold up everybody's uploads.
  const agent = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 64 };
  const requestHandler = {
    connectionTimeout: PATIENCE.connection,
    requestTimeout: PATIENCE.answer,
    throwOnRequestTimeout: true,
    socketTimeout: 0,
    httpAgent: agent,
    httpsAgent: agent,
  };
  const client = new library.S3Client({
    endpoint,
    region,
    requestHandler,
    maxAttempts: ATTEMPTS,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Any S3 understands addresses with the bucket in the path, and the SHA-256 of a body in its signature; not the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { library, client, bucket };
}

type Answered = Error & { name: string; Code?: string; $metadata?: { httpStatusCode?: number } };
const statusOf = (error: unknown): number | undefined =>
  (error as Answered).$metadata?.httpStatusCode;
const codeOf = (error: unknown): string => (error as Answered).Code ?? (error as Answered).name;

/** A thing that is not there; a bucket that is not there is another matter. The answer to a HEAD has no words: only its status. */
export const isAbsent = (error: unknown): boolean =>
  statusOf(error) === 404 &&
  ['NoSuchKey', 'NotFound', 'Unknown', 'UnknownError'].includes(codeOf(error));
export const isUnsupported = (error: unknown): boolean =>
  statusOf(error) === 501 || codeOf(error) === 'NotImplemented';
const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/.test(codeOf(error));

/** What a failed request becomes: `no_space`, or `StoreAway`, whose cause is noted for whoever runs the server. */
export function asFailure(error: unknown, log: Logger): Error {
  if (isFull(error)) return appError('no_space');
  log.warn(
    { err: error as Error, status: statusOf(error), code: codeOf(error) },
    'the store of files did not do what was asked',
  );
  return new StoreAway(`S3: ${codeOf(error)}`, { cause: error });
}

/** Whether the store answers now, with the bucket there and the keys fitting. Throws, with a sentence for who runs the server, where that will not come by waiting. */
export async function answersNow(settings: S3Settings): Promise<boolean> {
  const { client, library, bucket } = await createTransport(settings);
  try {
    await client.send(new library.HeadBucketCommand({ Bucket: bucket }));
    return true;
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (status < 300 || status >= 500 || status === 429) return false;
    if (status === 404)
      throw new Error(
        `в S3 нет хранилища «${bucket}» (S3_BUCKET), создайте его, закрытое от посторонних.`,
        { cause: error },
      );
    throw new Error(
      'S3 не принимает ключ, проверьте S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION и часы этой машины.',
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}
