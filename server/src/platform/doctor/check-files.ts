import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '../files/files.ts'
import { folderFiles } from '../files/folder-files.ts'
import { type Finding, ok, problem, reasonOf } from './check.ts'
import { nearestFolder } from './check-disk.ts'

/** Creates and removes a folder inside that of images: the server can't write to folders that root leaves behind. */
export async function checkFolder(folder: string, place: string): Promise<Finding[]> {
  try {
    const own = await mkdtemp(join(nearestFolder(folder), '.doctor-'))
    try {
      return await checkFiles(folderFiles(own), place)
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  } catch (error) {
    return [notStored(place, error)]
  }
}

/** Stores a small file where images go, reads it back and removes it. */
export async function checkFiles(files: Files, place: string): Promise<Finding[]> {
  const name = `doctor-${randomUUID()}.webp`
  const bytes = new TextEncoder().encode(name)
  try {
    await files.put(name, bytes, 'image/webp')
    const read = await files.get(name)
    if (read === null || Buffer.compare(read, bytes) !== 0) {
      return [
        problem(`What is stored in ${place} isn't what is read from it. Check S3_BUCKET_URL and its permissions.`),
      ]
    }
    await files.remove(name)
    if ((await files.get(name)) !== null)
      return [problem(`Nothing can be removed from ${place}. Allow its key to delete.`)]
    return [ok(`Images can be stored in ${place}, read and removed`)]
  } catch (error) {
    return [notStored(place, error)]
  }
}

const notStored = (place: string, error: unknown): Finding =>
  problem(`Images can't be stored in ${place}: ${reasonOf(error)}. Check its settings and permissions.`)
