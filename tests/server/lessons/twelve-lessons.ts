import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of all published lessons. */
export const LESSONS_DIR = join(import.meta.dirname, '../../../content/lessons')

/** A path of four days, each with a lesson of every level, in eight units of one or two lessons. */
const TWELVE = [
  'what-a-wallet-holds',
  'signing-in-with-a-wallet',
  'approve-permit-transfer',
  'seed-phrases',
  'what-holds-the-peg',
  'finality-and-reorgs',
  'why-gas-spikes',
  'layer-2-and-base',
  'proof-of-reserves',
  'addresses-and-lookalikes',
  'immutable-and-proxies',
  'phishing-and-drainers',
]

/** Lessons that have a lab in the tests, too. The others have none there, so that their units can be passed at once. */
const WITH_LAB = [
  'signing-in-with-a-wallet',
  'approve-permit-transfer',
  'addresses-and-lookalikes',
  'immutable-and-proxies',
]

/** Returns a folder with twelve published lessons, so that tests can count days while the catalogue grows. */
export function twelveLessons(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aura-twelve-lessons-'))
  const path = JSON.parse(readFileSync(join(LESSONS_DIR, 'path.json'), 'utf8'))
  writeFileSync(join(folder, 'path.json'), JSON.stringify({ ...path, lessons: TWELVE }))
  for (const id of TWELVE) {
    cpSync(join(LESSONS_DIR, id), join(folder, id), { recursive: true })
    if (!WITH_LAB.includes(id)) rmSync(join(folder, id, 'lab.json'), { force: true })
  }
  return folder
}
