import { S3mini } from 's3mini'
import type { Files } from './files.ts'

export interface S3Settings {
  /** Of the bucket: `https://host/bucket` or `https://bucket.host`. */
  bucketUrl: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A store that does not answer in time has failed. */
const TIMEOUT_MS = 10_000

/** Files in a bucket of any store that speaks as S3 does. Fails when it does not answer, or says no. */
export function s3Files({ bucketUrl, region, accessKeyId, secretAccessKey }: S3Settings): Files {
  const bucket = new S3mini({
    endpoint: bucketUrl,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: TIMEOUT_MS,
  })
  return {
    async put(name, bytes, type) {
      const { ok, status } = await bucket.putObject(name, bytes, type)
      if (!ok) throw new Error(`the store answered ${status} to a file`)
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
