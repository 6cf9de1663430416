import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { NotInstalled } from './driver.ts'

/** Returns the first of these programs in PATH. Throws `NotInstalled` naming the Debian package. */
export function inPath(names: readonly string[], debianPackage: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (!found) throw new NotInstalled(`no ${names.join(' or ')} is installed (Debian: ${debianPackage})`)
  return found
}

/** Whatever ends this process ends the program, too. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  process.once('exit', () => child.kill())
  return child
}
