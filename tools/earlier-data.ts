import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { DatabaseTooOld } from '../server/src/platform/db/migrations/foreign-history.ts'

/** Folders in DATA_DIR where earlier versions had their database, which can't be upgraded. */
const EARLIER_FOLDERS = ['database', 'pglite']

const isEarlierData = (dataDir: string): boolean =>
  EARLIER_FOLDERS.some((folder) => existsSync(join(dataDir, folder, 'PG_VERSION')))

/**
 * Throws DatabaseTooOld for an earlier version's folder, rather than starting with an empty database beside the images
 * and chain of another one.
 */
export function refuseEarlierData(dataDir: string): void {
  if (isEarlierData(dataDir)) throw new DatabaseTooOld()
}

interface Terminal {
  /** Undefined if there is no terminal to ask at. */
  ask: ((question: string) => Promise<string>) | undefined
  print: (text: string) => void
  /** Today's date in the form YYYY-MM-DD. */
  today: string
}

/**
 * Offers to rename a data folder of an earlier version; deletes nothing. Returns whether the folder can be used; if
 * not, prints what to do.
 */
export async function keepEarlierData(dataDir: string, terminal: Terminal = thisTerminal()): Promise<boolean> {
  if (!isEarlierData(dataDir)) return true
  const { ask, print, today } = terminal
  const kept = freeName(`${dataDir}-before-${today}`)
  print(`The data in ${dataDir} was made by an earlier version of Aura and can't be upgraded.`)
  const answer = await ask?.(`Keep it as ${kept} and start with new data? (y/n) `)
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) {
    renameSync(dataDir, kept)
    return true
  }
  print(`To start with new data, move it aside: mv ${dataDir} ${kept}`)
  return false
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(candidate)) return candidate
  }
}

function thisTerminal(): Terminal {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  return {
    ask: isTerminal ? askOnce : undefined,
    print: (text) => console.log(text),
    today: new Date().toISOString().slice(0, 10),
  }
}

async function askOnce(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
