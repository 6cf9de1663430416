import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from './files.ts'

/** Names that stay in the folder, whatever they hold. */
const NAME = /^[0-9a-z][0-9a-z-]{2,}\.[a-z]{3,4}$/

/** Files in a folder of this machine, which is made when the first one comes; spread over folders by how they begin. */
export function folderFiles(folder: string): Files {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file`)
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // Whoever reads meanwhile gets the whole file or none.
      const unfinished = `${path}.${randomUUID()}`
      await writeFile(unfinished, bytes)
      await rename(unfinished, path)
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
