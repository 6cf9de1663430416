import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './files.ts'

/** Names that can't leave the folder. */
const NAME = /^[0-9a-z][0-9a-z-]{2,}\.[a-z]{3,4}$/

/** Root's backup must not read another file for the server's user, who may plant links. Windows has no such flag. */
const UNLINKED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** The folder is created on first use; subfolders are named by prefix. */
export function folderFiles(folder: string): Files {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name`)
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // Concurrent readers see the whole file or none.
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeFile(unfinished, bytes)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name), { flag: UNLINKED })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(name) {
      const path = pathOf(name)
      await rm(path, { force: true })
      // A server that was killed while it wrote left the file under its unfinished name.
      for (const sibling of await namesIn(dirname(path))) {
        if (sibling.startsWith(`${name}.`)) await rm(join(dirname(path), sibling), { force: true })
      }
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
