import { S3mini } from 's3mini'
import { boundedFetch, type FetchBounds } from '../outgoing/bounded-fetch.ts'
import type { Files } from './files.ts'

export interface S3Settings {
  /** In the form `https://host/bucket` or `https://bucket.host`. */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Pictures are squares of 512 pixels, a few hundred kilobytes at most. */
const BOUNDS: FetchBounds = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024, maxAtOnce: 32 }

/** Stores files in any S3-compatible service. Every operation throws if the service refuses or exceeds the bounds. */
export function s3Files(
  { bucketUrl, region, accessKeyId, secretAccessKey }: S3Settings,
  bounds: FetchBounds = BOUNDS,
): Files {
  const bucket = new S3mini({
    endpoint: bucketUrl,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: boundedFetch(bounds) as typeof fetch,
  })
  return {
    async put(name, bytes, type) {
      const { ok, status } = await bucket.putObject(name, bytes, type)
      if (!ok) throw new Error(`file storage returned ${status}`)
    },
    async get(name) {
      const bytes = await bucket.getObjectArrayBuffer(name)
      return bytes && new Uint8Array(bytes)
    },
    async remove(name) {
      await bucket.deleteObject(name)
    },
  }
}
