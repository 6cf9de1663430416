import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

interface Manifest {
  bin?: string | Record<string, string>
}

/** Returns the JavaScript file of a package's command, since node_modules/.bin has shell scripts on Windows. */
export function packageBin(packageName: string, command: string, from: string = import.meta.filename): string {
  const manifestPath = findPackageJSON(packageName, from)
  if (!manifestPath) throw new Error(`The npm package ${packageName} is not installed`)
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  const file = typeof bin === 'string' ? bin : bin?.[command]
  if (!file) throw new Error(`The npm package ${packageName} has no command ${command}`)
  return join(dirname(manifestPath), file)
}
