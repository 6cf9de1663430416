import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { formatWhole } from '@aura/api/money'
import { cleanText } from '@aura/api/visible-text'

export interface CsvEntry {
  walletAddress: string
  note: string | null
  /** False if the file says Inactive, so that importing an export does not readmit removed wallets. */
  isActive: boolean
}

export interface CsvFault {
  line: number
  message: string
}

const MAX_NOTE_LENGTH = 200
const MAX_ENTRIES = 1_000
const MAX_FAULTS = 20
const STATUS_AT = 2
const STATUSES: ReadonlySet<string> = new Set(['', 'active', 'inactive'])
const FORMULA = /^[=+\-@\t\r]/

/** Parses `address,note,status` lines, the last two optional; a header may reorder them. Returns all faults if any. */
export function parseWhitelistCsv(text: string): CsvEntry[] | CsvFault[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''))
  if (!Array.isArray(rows)) return [rows]
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const head = filled[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const hasHead = /address/.test(head[0] ?? '')
  if (hasHead) filled.shift()
  const statusAt = hasHead ? head.indexOf('status') : STATUS_AT
  const lines = new Map<string, number>()
  const faults: CsvFault[] = []
  const entries: CsvEntry[] = []
  for (const { line, cells } of filled) {
    const walletAddress = (cells[0] ?? '').trim()
    const note = cleanText(unguarded((cells[1] ?? '').trim()))
    const key = walletAddress.toLowerCase()
    const status = (statusAt < 0 ? '' : (cells[statusAt] ?? '')).trim().toLowerCase()
    const known = lines.get(key)
    const fault = (message: string) => faults.push({ line, message })
    if (!WALLET_ADDRESS_PATTERN.test(walletAddress)) fault(`${shown(walletAddress)} is not a wallet address`)
    else if (known !== undefined) fault(`This wallet is on line ${known} already`)
    else if (note.length > MAX_NOTE_LENGTH) fault(`The note has more than ${MAX_NOTE_LENGTH} characters`)
    else if (!STATUSES.has(status)) fault(`The status is ${shown(status)}, and neither Active nor Inactive`)
    else entries.push({ walletAddress: key, note: note || null, isActive: status !== 'inactive' })
    if (known === undefined) lines.set(key, line)
  }
  if (faults.length > 0) return faults.slice(0, MAX_FAULTS)
  if (entries.length === 0) return [{ line: 1, message: 'There is no wallet in this file' }]
  return entries.length > MAX_ENTRIES
    ? [{ line: MAX_ENTRIES + 1, message: `A file holds at most ${formatWhole(MAX_ENTRIES)} wallets` }]
    : entries
}

export const isFaults = (read: CsvEntry[] | CsvFault[]): read is CsvFault[] => read.some((each) => 'line' in each)

const shown = (text: string) => (text === '' ? 'Nothing' : text.length > 50 ? `${text.slice(0, 50)}…` : text)

/** Strips the quote that `csvOf` puts before a formula. */
const unguarded = (note: string) => (note.startsWith("'") && FORMULA.test(note.slice(1)) ? note.slice(1) : note)

interface Row {
  line: number
  cells: string[]
}

/** Parses rows by RFC 4180, with either line ending. */
function rowsOf(text: string): Row[] | CsvFault {
  const rows: Row[] = []
  let line = 1
  let row: Row = { line, cells: [''] }
  let isQuoted = false
  const add = (part: string) => {
    row.cells[row.cells.length - 1] += part
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\n') line++
    if (isQuoted) {
      if (char !== '"') add(char)
      else if (text[at + 1] === '"') {
        add('"')
        at++
      } else isQuoted = false
    } else if (char === '"' && (row.cells.at(-1) ?? '').trim() === '') {
      row.cells[row.cells.length - 1] = ''
      isQuoted = true
    } else if (char === ',') row.cells.push('')
    else if (char === '\n') {
      rows.push(row)
      row = { line, cells: [''] }
    } else if (char !== '\r') add(char)
  }
  if (isQuoted) return { line: row.line, message: 'A quotation mark is opened and not closed' }
  rows.push(row)
  return rows
}

/** Returns a CSV in which cells that look like formulas are quoted, so that no spreadsheet runs them. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => cellOf(cell)).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
