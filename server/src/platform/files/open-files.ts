import { join } from 'node:path'
import type { Files } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { type S3Settings, s3Files } from './s3-files.ts'

/**
 * Returns the store for uploaded images: an S3 bucket where one is configured, else a folder beside the embedded
 * database.
 */
export const openFiles = ({ store, dataDir }: { store: S3Settings | null; dataDir: string }): Files =>
  store ? s3Files(store) : folderFiles(join(dataDir, 'images'))
