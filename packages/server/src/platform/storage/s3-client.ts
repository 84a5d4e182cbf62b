import { appError } from '@respa/contract/app-errors';
import type { Logger } from 'pino';
import type { S3Settings } from '#platform/runtime/config.ts';
import { StoreAway } from './storage.ts';

/**
 * How long a store may be silent before it counts as down, in milliseconds: while connecting, until
 * the first byte of a response, and while it joins parts or copies an object.
 */
export const TIMEOUT_MS = { connection: 3_000, answer: 8_000, joining: 300_000 };
const ATTEMPTS = 3;

/**
 * Loaded only if files are stored in S3: it costs a tenth of a second at startup and ten megabytes.
 */
const loadLibrary = () => import('@aws-sdk/client-s3');
type Library = Awaited<ReturnType<typeof loadLibrary>>;
export type Transport = {
  library: Library;
  client: InstanceType<Library['S3Client']>;
  bucket: string;
};

/** Creates a client of the configured store; it sends no request yet. */
export async function createTransport({
  endpoint,
  bucket,
  region,
  accessKey,
  secretKey,
}: S3Settings): Promise<Transport> {
  const library = await loadLibrary();
  // As many connections as there are readers: one who pauses a video must not block everyone's
  // uploads.
  const agent = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 64 };
  const requestHandler = {
    connectionTimeout: TIMEOUT_MS.connection,
    requestTimeout: TIMEOUT_MS.answer,
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
    // Every S3 supports addresses with the bucket in the path and the SHA-256 of the body in the
    // signature; not every S3 supports the newer checksums.
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

/**
 * Returns whether an error means a missing object; a missing bucket is a different case. The
 * response to a HEAD has no body, only its status.
 */
export const isAbsent = (error: unknown): boolean =>
  statusOf(error) === 404 &&
  ['NoSuchKey', 'NotFound', 'Unknown', 'UnknownError'].includes(codeOf(error));
export const isUnsupported = (error: unknown): boolean =>
  statusOf(error) === 501 || codeOf(error) === 'NotImplemented';
const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || /StorageFull|InsufficientStorage|QuotaExceeded/.test(codeOf(error));

/**
 * Converts a failed request to `no_space`, or to `StoreAway`, whose cause is logged for the
 * operator.
 */
export function asFailure(error: unknown, log: Logger): Error {
  if (isFull(error)) return appError('no_space');
  log.warn(
    { err: error as Error, status: statusOf(error), code: codeOf(error) },
    'the store of files did not do what was asked',
  );
  return new StoreAway(`S3: ${codeOf(error)}`, { cause: error });
}

/**
 * Returns whether the store answers now, the bucket exists and the keys are valid. Throws a
 * sentence for the operator if waiting will not help.
 */
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
