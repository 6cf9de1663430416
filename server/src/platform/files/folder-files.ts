import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './files.ts'

/** Names that can't leave the folder. */
const NAME = /^[0-9a-z][0-9a-z-]{2,}\.[a-z]{3,4}$/

/** A backup run by root must not read other files through links the server's user planted. Windows has no such flag. */
const UNLINKED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** Stores files in a folder, created on first use, and by prefix below it. Synced where folders can be. */
export function folderFiles(folder: string): Files {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name`)
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Concurrent readers see the whole file or none.
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw error
      }
      // A new folder must survive a power cut, too.
      const changed = made === undefined ? [dirname(path)] : [dirname(path), folder, dirname(folder)]
      for (const each of changed) await syncFolder(each)
    },
    async get(name) {
      try {
        return unlessEmpty(await readFile(pathOf(name), { flag: UNLINKED }))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(name) {
      const path = pathOf(name)
      await rm(path, { force: true })
      // A server that was killed while writing left the file under its unfinished name.
      for (const sibling of await namesIn(dirname(path))) {
        if (sibling.startsWith(`${name}.`)) await rm(join(dirname(path), sibling), { force: true })
      }
    },
  }
}

/** Errors on Windows, some network file systems, and folders that this process may enter but not read. */
const UNSYNCABLE = new Set<string | undefined>(['EPERM', 'EINVAL', 'ENOTSUP', 'EACCES'])

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!UNSYNCABLE.has((error as NodeJS.ErrnoException).code)) throw error
  }
}

/** Returns null for an empty file: earlier versions didn't sync files, so a power cut may have emptied some. */
const unlessEmpty = (bytes: Buffer): Buffer | null => (bytes.length > 0 ? bytes : null)

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
