import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { notFound } from '#kit/contract/errors.ts';
import { checkKey, type FileStore, measured, type StoreSettings } from './store.ts';

/** Any store that speaks S3 with signed requests: Ceph, MinIO, the clouds'. */
export class S3Store implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(settings: Extract<StoreSettings, { driver: 's3' }>) {
    this.#bucket = settings.bucket;
    this.#client = new S3Client({
      endpoint: settings.endpoint,
      // Stores of one's own know no regions, but the signature names one.
      region: 'us-east-1',
      credentials: { accessKeyId: settings.key, secretAccessKey: settings.secret },
      forcePathStyle: true,
      // The newer checksums are sent as trailers, which stores other than Amazon's answer with MissingContentLength.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    });
  }

  /** Says at start, not at the first upload, that address, bucket or key are wrong. */
  async open(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket }));
    }
  }

  async put(key: string, source: string | Readable, { type, size }: Parameters<FileStore['put']>[2]): Promise<void> {
    const body = typeof source === 'string' ? createReadStream(source) : source;
    // In parts that are held in memory one by one, so that a part that failed can be sent again.
    const upload = new Upload({
      client: this.#client,
      params: {
        Bucket: this.#bucket,
        Key: checkKey(key),
        Body: Readable.from(measured(body, size)),
        ContentType: type,
      },
      partSize: 8 * 1024 * 1024,
      queueSize: 2,
    });
    await upload.done();
  }

  async get(key: string): Promise<Readable> {
    try {
      const found = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: checkKey(key) }));
      return found.Body instanceof Readable ? found.Body : Readable.from([]);
    } catch (error) {
      if (isMissing(error)) throw notFound();
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: checkKey(key) }));
  }

  async exists(key: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: checkKey(key) }));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }
}

const isMissing = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
