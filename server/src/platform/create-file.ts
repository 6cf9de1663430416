import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
/** Errors of file systems without hard links, such as exFAT, where a file is empty while it is being written. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Creates the file with its whole content, so it is never seen empty. Returns false if it exists. */
export function createFile(
  path: string,
  text: string,
  { mode, link = linkSync }: { mode?: number; link?: typeof linkSync } = {},
): boolean {
  const written = `${path}.${randomUUID()}`
  writeFileSync(written, text, { mode })
  try {
    try {
      link(written, path)
    } catch (error) {
      if (!NO_LINKS.has(codeOf(error))) throw error
      writeFileSync(path, text, { mode, flag: 'wx' })
    }
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(written, { force: true })
  }
}
