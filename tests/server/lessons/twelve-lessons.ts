import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of all published lessons. */
export const LESSONS_DIR = join(import.meta.dirname, '../../../content/lessons')

/** A path of four days, each with a lesson of every level, in eight units of one or two lessons. */
const TWELVE = [
  'what-a-wallet-holds',
  'signing-in-with-a-wallet',
  'seed-phrases',
  'why-gas-spikes',
  'what-holds-the-peg',
  'approve-permit-transfer',
  'addresses-and-lookalikes',
  'layer-2-and-base',
  'finality-and-reorgs',
  'phishing-and-drainers',
  'immutable-and-proxies',
  'proof-of-reserves',
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
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const published = readdirSync(LESSONS_DIR)
  cpSync(join(LESSONS_DIR, 'units.json'), join(folder, 'units.json'))
  for (const [index, id] of TWELVE.entries()) {
    const name = published.find((each) => each.slice(3) === id)
    if (name === undefined) throw new Error(`no lesson is called ${id}`)
    const place = String(index + 1).padStart(2, '0')
    cpSync(join(LESSONS_DIR, name), join(folder, `${place}-${id}`), { recursive: true })
    if (!WITH_LAB.includes(id)) rmSync(join(folder, `${place}-${id}`, 'lab.json'), { force: true })
  }
  return folder
}
