import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of all published lessons. */
export const LESSONS_DIR = join(import.meta.dirname, '../../../content/lessons')

interface Changes {
  /** Lessons that keep their lab. */
  withLab?: readonly string[]
  /** Returns what is written into a lesson's file instead. */
  change?: (lesson: { sources: { url: string }[] }, place: number) => object
}

/** Returns a folder with these published lessons on its path, so that tests can count days while the catalogue grows. */
export function publishedLessons(ids: readonly string[], { withLab = [], change }: Changes = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'aura-published-lessons-'))
  const path = JSON.parse(readFileSync(join(LESSONS_DIR, 'path.json'), 'utf8'))
  writeFileSync(join(folder, 'path.json'), JSON.stringify({ ...path, lessons: ids }))
  for (const [place, id] of ids.entries()) {
    cpSync(join(LESSONS_DIR, id), join(folder, id), { recursive: true })
    if (!withLab.includes(id)) rmSync(join(folder, id, 'lab.json'), { force: true })
    const file = join(folder, id, 'lesson.json')
    const lesson = JSON.parse(readFileSync(file, 'utf8'))
    if (change) writeFileSync(file, JSON.stringify({ ...lesson, needs: [], ...change(lesson, place) }))
  }
  return folder
}

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

export const twelveLessons = (): string => publishedLessons(TWELVE, { withLab: WITH_LAB })
