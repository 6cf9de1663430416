import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { keepEarlierData } from './earlier-data.ts'
import { openLocalDatabase } from './postgres/local-database.ts'

let dataDir: string
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'aura-earlier-')), '.data')
})

function makeEarlier(): void {
  mkdirSync(join(dataDir, 'database'), { recursive: true })
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '17')
  mkdirSync(join(dataDir, 'images'))
}

const today = '2026-11-28'
async function answered(answer: string | undefined) {
  const printed: string[] = []
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return answer ?? ''
  }
  const print = (text: string) => printed.push(text)
  const isUsable = await keepEarlierData(dataDir, { ask: answer === undefined ? undefined : ask, print, today })
  return { isUsable, printed, questions }
}

it('asks nothing about a folder that is new, or of this version', async () => {
  expect(await answered('y')).toEqual({ isUsable: true, printed: [], questions: [] })
  mkdirSync(join(dataDir, 'images'), { recursive: true })
  expect(await answered('y')).toEqual({ isUsable: true, printed: [], questions: [] })
})

it.each(['y', 'Yes '])('keeps the earlier folder under another name when the person answers %o', async (answer) => {
  makeEarlier()
  const { isUsable, questions } = await answered(answer)
  expect(isUsable).toBe(true)
  expect(questions).toEqual([`Keep it as ${dataDir}-before-${today} and start with new data? (y/n) `])
  expect(existsSync(dataDir)).toBe(false)
  expect(readFileSync(`${dataDir}-before-${today}/database/PG_VERSION`, 'utf8')).toBe('17')
})

it('takes a name that is free', async () => {
  makeEarlier()
  mkdirSync(`${dataDir}-before-${today}`)
  await answered('y')
  expect(existsSync(`${dataDir}-before-${today}-2/database/PG_VERSION`)).toBe(true)
})

it.each(['n', '', undefined])('leaves it alone and names the command after %o', async (answer) => {
  makeEarlier()
  const { isUsable, printed } = await answered(answer)
  expect(isUsable).toBe(false)
  expect(printed).toEqual([
    `The data in ${dataDir} was made by an earlier version of Aura and can't be upgraded.`,
    `To start with new data, move it aside: mv ${dataDir} ${dataDir}-before-${today}`,
  ])
  expect(existsSync(join(dataDir, 'database/PG_VERSION'))).toBe(true)
})

it('is refused by programs that would open a database beside it', async () => {
  makeEarlier()
  await expect(openLocalDatabase(dataDir, () => {})).rejects.toThrow(
    "This database was made by an earlier version of Aura and can't be upgraded.",
  )
})
