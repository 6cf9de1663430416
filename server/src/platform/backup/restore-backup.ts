import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { forgetCheckpoints } from '../audit/store.ts'
import type { Db, Tx } from '../db/db.ts'
import { migrateTo } from '../db/migrations/migrate.ts'
import type { Files } from '../files/files.ts'
import { OperatorError } from '../operator-error.ts'
import { BadBackup, imageFile, type Manifest, readManifest, tableFile } from './manifest.ts'
import { findTables, isEmpty, setSequence } from './store.ts'
import { insertRows, withoutGuards } from './table-rows.ts'

const ROWS_AT_ONCE = 1_000
const CHARACTERS_AT_ONCE = 4_000_000

/**
 * Restores into an empty database in one transaction: it gets everything or stays empty. `beforeRows` may make room for
 * the rows once the sequences are set, given the time of the backup. Throws BadBackup if a file is damaged or missing,
 * and OperatorError if the database has tables.
 */
export async function restoreBackup(
  folder: string,
  { db, files, beforeRows }: { db: Db; files: Files; beforeRows: (tx: Tx, at: Date) => Promise<void> },
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await verify(folder, manifest)
  await db.tx(async (tx) => {
    if (!(await isEmpty(tx))) throw new OperatorError('The database is not empty. Restore into a new one.')
    await migrateTo(tx, manifest.migrations)
    await assertSameTables(tx, manifest)
    for (const { name, value } of manifest.sequences) await setSequence(tx, name, value)
    await beforeRows(tx, new Date(manifest.at))
    await withoutGuards(
      tx,
      manifest.tables.map(({ name }) => name),
      async () => {
        for (const table of manifest.tables) await loadTable(tx, folder, table)
        // Checkpoints refer to the database that was backed up.
        await forgetCheckpoints(tx)
      },
    )
    for (const { name } of manifest.files) {
      await files.put(name, await readFile(imageFile(folder, name)), 'image/webp')
    }
  })
  return manifest
}

async function verify(folder: string, { tables, files }: Manifest): Promise<void> {
  const paths = [
    ...tables.map(({ name, sha256 }) => ({ path: tableFile(folder, name), sha256 })),
    ...files.map(({ name, sha256 }) => ({ path: imageFile(folder, name), sha256 })),
  ]
  for (const { path, sha256 } of paths) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash).catch(() => {
      throw new BadBackup(`${path} can't be read. Restore another copy of this backup.`)
    })
    if (hash.digest('hex') !== sha256) throw new BadBackup(`${path} is damaged. Restore another copy of this backup.`)
  }
}

async function assertSameTables(tx: Tx, { tables }: Manifest): Promise<void> {
  const found = [...(await findTables(tx))].map(([name, columns]) => [name, columns])
  const wanted = tables.map(({ name, columns }) => [name, columns])
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new BadBackup(
      'The backup has other tables than its migrations make. Restore it with the version that wrote it.',
    )
  }
}

/** Splits at "\n" only: readline also splits at U+2028 and U+2029, which JSON doesn't escape. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const text of createReadStream(path).pipe(createGunzip()).setEncoding('utf8')) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Loads a table's rows. Throws BadBackup if the file has another number of rows. */
export async function loadTable(
  tx: Tx,
  folder: string,
  { name, columns, rows }: Manifest['tables'][number],
): Promise<void> {
  let [batch, size, loaded]: [string[], number, number] = [[], 0, 0]
  const flush = async () => {
    if (batch.length > 0) await insertRows(tx, name, columns, batch)
    loaded += batch.length
    batch = []
    size = 0
  }
  for await (const line of linesOf(tableFile(folder, name))) {
    batch.push(line)
    size += line.length
    if (batch.length >= ROWS_AT_ONCE || size >= CHARACTERS_AT_ONCE) await flush()
  }
  await flush()
  if (loaded !== rows) throw new BadBackup(`${tableFile(folder, name)} has ${loaded} rows instead of ${rows}.`)
}
