import { WALLET_ADDRESS_PATTERN } from '@aura/api/ids'
import { shortened } from '@aura/api/letters'
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
const STATUSES: ReadonlySet<string> = new Set(['', 'active', 'inactive'])
/** Also in the full width of East Asian keyboards, which spreadsheets there read the same. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const DELIMITERS = [',', ';', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]
/** Stands for characters that a program before us could not read. */
const UNREAD = '\uFFFD'

/**
 * Parses `address,note,status` lines, the last two optional, separated by commas, semicolons or tabs. A header may name
 * the columns in any order, and others, which are ignored. Returns entries, or all faults.
 */
export function parseWhitelistCsv(text: string): CsvEntry[] | CsvFault[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''), delimiterOf(text))
  if (!Array.isArray(rows)) return [rows]
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const named = columnsOf(filled[0]?.cells ?? [])
  if (named) filled.shift()
  const at = named ?? { address: 0, note: 1, status: 2 }
  const lines = new Map<string, number>()
  const faults: CsvFault[] = []
  const entries: CsvEntry[] = []
  for (const { line, cells } of filled) {
    const walletAddress = (cells[at.address] ?? '').trim()
    const note = cleanText(unguarded((cells[at.note] ?? '').trim()))
    const key = walletAddress.toLowerCase()
    const status = (cells[at.status] ?? '').trim().toLowerCase()
    const known = lines.get(key)
    const fault = (message: string) => faults.push({ line, message })
    if (!WALLET_ADDRESS_PATTERN.test(walletAddress)) fault(`${shown(walletAddress)} is not a wallet address`)
    else if (known !== undefined) fault(`This wallet is on line ${known} already`)
    else if (note.includes(UNREAD)) fault('The note has letters that could not be read. Save the file as “CSV UTF-8”')
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

const shown = (text: string) => (text === '' ? 'Nothing' : shortened(text, 50))

/** Strips the quote that `csvOf` puts before a formula. */
const unguarded = (note: string) => (note.startsWith("'") && FORMULA.test(note.slice(1)) ? note.slice(1) : note)

const HEADS = {
  address: /address|wallet/,
  note: /^(?:notes?|comments?|names?)$/,
  status: /^status$/,
} as const

/** Returns the columns that a header names; -1 for one that it lacks. Undefined if this line is no header. */
function columnsOf(cells: readonly string[]): Record<keyof typeof HEADS, number> | undefined {
  const at = (head: RegExp) => cells.findIndex((cell) => head.test(cell.trim().toLowerCase()))
  const address = at(HEADS.address)
  const isData = cells.some((cell) => WALLET_ADDRESS_PATTERN.test(cell.trim()))
  return address < 0 || isData ? undefined : { address, note: at(HEADS.note), status: at(HEADS.status) }
}

/** Returns what separates cells: what stands behind the first address, or most often in the header. */
function delimiterOf(text: string): Delimiter {
  const line = text.split(/[\r\n]+/).find((each) => each.trim() !== '') ?? ''
  const behind = /0x[0-9a-f]{40}"?[ ]*([,;\t])/i.exec(line)?.[1]
  const count = (delimiter: string) => line.split(delimiter).length
  const most = DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
  return DELIMITERS.find((each) => each === behind) ?? most
}

interface Row {
  line: number
  cells: string[]
}

/** Parses rows by RFC 4180, with either line ending. */
function rowsOf(text: string, delimiter: Delimiter): Row[] | CsvFault {
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
    } else if (char === delimiter) row.cells.push('')
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
