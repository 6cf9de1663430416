import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#platform/operator-error'
import { isKept, type WalletRecord } from './signing.rules.ts'

export interface SigningJournal {
  readonly records: readonly WalletRecord[]
  /** Appends a record. Returns once it would survive a power cut. */
  append(record: WalletRecord): void
}

export class SignerUnusable extends OperatorError {
  override name = 'SignerUnusable'
}

export const memoryJournal = (): SigningJournal => ({ records: [], append: () => {} })

interface JournalKey {
  chainId: number
  contract: string
}

const pathIn = (directory: string, { chainId, contract }: JournalKey) => join(directory, `${chainId}-${contract}.jsonl`)

/** Drops obsolete lines. The server does this, because the sandboxed signer can't sync files. Throws SignerUnusable. */
export function prepareJournal(directory: string, key: JournalKey, day: number): void {
  const path = pathIn(directory, key)
  orUnusable(path, () => {
    const { records } = existsSync(path) ? readRecords(path) : { records: [] }
    rewrite(
      directory,
      path,
      records.filter((record) => isKept(record, day)),
    )
  })
}

/**
 * Opens the journal. It has a line per signature, and a wallet's last one counts. Throws SignerUnusable for an
 * unreadable line, because signing without the full record could exceed the daily cap.
 */
export function openSigningJournal(directory: string, key: JournalKey): SigningJournal {
  const path = pathIn(directory, key)
  const { records, file } = orUnusable(path, () => {
    const { records, bytes } = readRecords(path)
    truncateSync(path, bytes)
    // With this flag every write returns when it is on disk.
    return { records, file: openSync(path, 'as') }
  })
  return {
    records,
    append(record) {
      const line = Buffer.from(`${JSON.stringify(record)}\n`)
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
    },
  }
}

function orUnusable<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof SignerUnusable) throw error
    throw new SignerUnusable(`The signer can't keep its journal ${path}: ${(error as Error).message}`)
  }
}

/** Returns each wallet's newest record, and the file's length without a truncated last line. */
function readRecords(path: string): { records: WalletRecord[]; bytes: number } {
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  // After the last line break there is nothing, or a truncated line, for which nothing was signed.
  const cutOff = lines.pop() ?? ''
  const records = new Map<string, WalletRecord>()
  for (const [index, line] of lines.entries()) {
    const record = readRecord(line)
    if (!record) {
      throw new SignerUnusable(
        `Line ${index + 1} of the signer's journal ${path} can't be read. Pause the contract for this UTC day and ` +
          'remove the file, or restore it.',
      )
    }
    records.set(record.wallet, record)
  }
  return { records: [...records.values()], bytes: Buffer.byteLength(text) - Buffer.byteLength(cutOff) }
}

function readRecord(line: string): WalletRecord | undefined {
  try {
    const { wallet, limit, deadline, day, signed } = JSON.parse(line) as WalletRecord
    const isWhole = [limit, deadline, day, signed].every((value) => Number.isSafeInteger(value) && value >= 0)
    return typeof wallet === 'string' && isWhole ? { wallet, limit, deadline, day, signed } : undefined
  } catch {
    return undefined
  }
}

function rewrite(directory: string, path: string, records: readonly WalletRecord[]): void {
  const next = `${path}.next`
  writeFileSync(next, records.map((record) => `${JSON.stringify(record)}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(next, path)
  const folder = openSync(directory, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
