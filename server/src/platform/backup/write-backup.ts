import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getSystemErrorMessage } from 'node:util'
import { createGzip } from 'node:zlib'
import { type Clock, databaseTime } from '../clock.ts'
import type { Db, Queryable, Tx } from '../db/db.ts'
import { readOneState } from '../db/read-one-state.ts'
import type { Files } from '../files/files.ts'
import { OperatorError } from '../operator-error.ts'
import { FORMAT, imageFile, type Manifest, manifestFile, tableFile } from './manifest.ts'
import { findApplied, findSequences, findTables, type TableColumn } from './store.ts'
import { rowsOf } from './table-rows.ts'

const ROWS_AT_ONCE = 1_000
const OWNER_ONLY = { mode: 0o600 }
/** An image is lost once this many states in a row name it and none finds it. */
const MAX_MISSES = 3

export interface Subject {
  db: Db
  files: Files
  /** Returns the names of the stored files that the database refers to. */
  filesNamed: (db: Queryable) => Promise<string[]>
  /** Names of settings and secrets, never their values. */
  named: { settings: readonly string[]; secrets: readonly string[] }
  clock: Clock
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new OperatorError('The backup was interrupted. Nothing of it is left.')
}

/**
 * Writes the state of one moment to a new folder, while reads and writes continue. The folder gets its name once it is
 * complete. Throws OperatorError if the folder exists or can't be written, and once `signal` is aborted.
 */
export async function writeBackup(folder: string, subject: Subject, signal?: AbortSignal): Promise<Manifest> {
  if (existsSync(folder)) throw new OperatorError(`${folder} exists. Name a new folder.`)
  const unfinished = `${folder}.${randomUUID()}.unfinished`
  try {
    await removeUnfinished(folder)
    for (const part of ['tables', 'files']) await mkdir(join(unfinished, part), { recursive: true, mode: 0o700 })
    const state = await writeState(unfinished, subject, signal)
    const { settings, secrets } = subject.named
    const manifest: Manifest = {
      format: FORMAT,
      ...state,
      settings: [...settings],
      secrets: [...secrets],
    }
    await writeFile(manifestFile(unfinished), `${JSON.stringify(manifest, null, 2)}\n`, { ...OWNER_ONLY, flush: true })
    refuseAborted(signal)
    await rename(unfinished, folder)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw refusalOf(folder, error) ?? error
  }
}

/** Returns why nothing can be written to the folder; undefined for failures of the database and the images. */
function refusalOf(folder: string, error: unknown): OperatorError | undefined {
  const { code = '', errno, syscall, path = '' } = error as NodeJS.ErrnoException
  const isItsPath = path === dirname(folder) || path.startsWith(`${folder}.`)
  // Writes to a full disk name no path.
  const isOfFolder = isItsPath || syscall === 'mkdir' || ['ENOSPC', 'EDQUOT'].includes(code)
  if (errno === undefined || !isOfFolder) return undefined
  return new OperatorError(`Can't write the backup to ${folder}: ${getSystemErrorMessage(errno)}. Name another folder.`)
}

/** Removes the copies that killed backups to this folder left behind. */
async function removeUnfinished(folder: string): Promise<void> {
  const parent = dirname(folder)
  const start = `${basename(folder)}.`
  for (const name of existsSync(parent) ? await readdir(parent) : []) {
    if (name.startsWith(start) && /^[\da-f-]{36}\.unfinished$/.test(name.slice(start.length)))
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

/**
 * Copies the images before the tables, because images of a replaced or deleted picture are removed meanwhile. If an
 * image that a state names has vanished, the next state no longer names it and is written instead.
 */
async function writeState(folder: string, { db, files, filesNamed, clock }: Subject, signal: AbortSignal | undefined) {
  const images = new ImageCopies(folder, files, signal)
  // Copies most images outside the transaction, which holds vacuum back.
  await images.copy(await filesNamed(db))
  for (;;) {
    const written = await db.tx(async (tx) => {
      await readOneState(tx)
      const at = await databaseTime(tx, clock)
      const copied = await images.copy(await filesNamed(tx))
      return copied && { at: at.toISOString(), ...(await writeDatabase(tx, folder, signal)), ...copied }
    })
    if (!written) continue
    await images.removeOthers(written.files)
    return written
  }
}

/** Copies of images. A name follows from the content, so a file of that name is the one the database means. */
class ImageCopies {
  readonly #folder: string
  readonly #files: Files
  readonly #signal: AbortSignal | undefined
  readonly #hashes = new Map<string, string>()
  readonly #misses = new Map<string, number>()

  constructor(folder: string, files: Files, signal: AbortSignal | undefined) {
    this.#folder = folder
    this.#files = files
    this.#signal = signal
  }

  /** Copies images that no earlier call copied. Returns null if an image is missing that may just have been removed. */
  async copy(names: readonly string[]): Promise<Pick<Manifest, 'files' | 'missingFiles'> | null> {
    for (const name of names) {
      refuseAborted(this.#signal)
      if (this.#hashes.has(name)) continue
      const bytes = await this.#files.get(name)
      if (bytes === null) this.#misses.set(name, (this.#misses.get(name) ?? 0) + 1)
      else {
        await writeFile(imageFile(this.#folder, name), bytes, { ...OWNER_ONLY, flush: true })
        this.#hashes.set(name, createHash('sha256').update(bytes).digest('hex'))
      }
    }
    const missingFiles = names.filter((name) => !this.#hashes.has(name))
    if (missingFiles.some((name) => (this.#misses.get(name) ?? 0) < MAX_MISSES)) return null
    const files = names.flatMap((name) => {
      const sha256 = this.#hashes.get(name)
      return sha256 === undefined ? [] : [{ name, sha256 }]
    })
    return { files, missingFiles }
  }

  /** Removes copies of images that were replaced before the kept state. */
  async removeOthers(kept: Manifest['files']): Promise<void> {
    const names = new Set(kept.map(({ name }) => name))
    for (const name of this.#hashes.keys()) if (!names.has(name)) await rm(imageFile(this.#folder, name))
  }
}

async function writeDatabase(tx: Tx, folder: string, signal: AbortSignal | undefined) {
  const tables: Manifest['tables'] = []
  for (const [name, columns] of await findTables(tx)) {
    tables.push({ name, columns, ...(await writeTable(tx, tableFile(folder, name), name, columns, signal)) })
  }
  const sequences = await findSequences(tx)
  return {
    migrations: await findApplied(tx),
    tables,
    sequences: sequences.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
  }
}

export async function writeTable(
  tx: Tx,
  path: string,
  table: string,
  columns: readonly TableColumn[],
  signal?: AbortSignal,
) {
  let rows = 0
  async function* lines() {
    for await (const batch of rowsOf(tx, table, columns, ROWS_AT_ONCE)) {
      refuseAborted(signal)
      rows += batch.length
      yield `${batch.join('\n')}\n`
    }
  }
  const hash = createHash('sha256')
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 1 }),
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        yield part
      }
    },
    createWriteStream(path, { ...OWNER_ONLY, flush: true }),
  )
  return { rows, sha256: hash.digest('hex') }
}
