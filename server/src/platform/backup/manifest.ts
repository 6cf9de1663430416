import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OperatorError } from '../operator-error.ts'

/** Raised when an older `restore` could not read the new format. */
export const FORMAT = 1

const File = { sha256: z.string() }

export const Manifest = z.object({
  format: z.literal(FORMAT),
  at: z.iso.datetime(),
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9_]+$/),
      rows: z.int(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), isJson: z.boolean() })),
      ...File,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.int() })),
  files: z.array(z.object({ name: z.string().regex(/^[0-9a-z][0-9a-z-]*\.[a-z]+$/), ...File })),
  /** Files that the database names but that are not stored, not even at a second look. */
  missingFiles: z.array(z.string()),
  /** Names of the settings and secrets that a restored server needs as well. */
  settings: z.array(z.string()),
  secrets: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

export class BadBackup extends OperatorError {
  override name = 'BadBackup'
}

export const tableFile = (folder: string, table: string): string => join(folder, 'tables', `${table}.jsonl.gz`)
export const imageFile = (folder: string, name: string): string => join(folder, 'files', name)
export const manifestFile = (folder: string): string => join(folder, 'manifest.json')

/** Returns the manifest. Throws BadBackup if there is none, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new BadBackup(`${folder} is no backup: it has no manifest.json.`)
  })
  const parsed = Manifest.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new BadBackup(`${manifestFile(folder)} can't be read: it is damaged, or of another version of Aura.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
