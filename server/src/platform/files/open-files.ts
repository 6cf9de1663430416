import { join } from 'node:path'
import type { Files } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { type S3Settings, s3Files } from './s3-files.ts'

export const imagesFolder = (dataDir: string): string => join(dataDir, 'images')

export const openFiles = ({ store, dataDir }: { store: S3Settings | null; dataDir: string }): Files =>
  store ? s3Files(store) : folderFiles(imagesFolder(dataDir))
