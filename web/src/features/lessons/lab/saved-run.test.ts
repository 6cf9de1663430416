import { expect, it } from 'vitest'
import { memoryStorage } from '../../../dev/memory-storage.ts'
import { beginNextAttempt, forgetRun, forgetRuns, readAttempt, readRun, saveRun } from './saved-run.ts'

const ADA = { userId: 'ada', lessonId: 'first-transfer' }

const run = { version: 1, actions: [{ do: 'move', move: 'wait' }] } as const

it('keeps the run of each lab until it is forgotten', () => {
  const storage = memoryStorage()
  saveRun(storage, '0x1', run)
  expect(readRun(storage, '0x1')).toEqual(run)
  expect(readRun(storage, '0x2')).toBeUndefined()
  forgetRun(storage, '0x1')
  expect(readRun(storage, '0x1')).toBeUndefined()
})

it('forgets the runs and attempts of every lab, and nothing else', async () => {
  const storage = memoryStorage()
  storage.setItem('aura:theme', 'dark')
  await beginNextAttempt(storage, { ...ADA, attempt: 0, open: async () => undefined })
  for (const seed of ['0x1', '0x2', '0x3']) saveRun(storage, seed, run)
  forgetRuns(storage)
  expect(storage.keys()).toEqual(['aura:theme'])
})

it('each user of a browser has attempts of their own [learning.lab-attempt]', async () => {
  const storage = memoryStorage()
  await beginNextAttempt(storage, { ...ADA, attempt: 0, open: async () => undefined })
  expect(readAttempt(storage, { ...ADA, userId: 'bo' })).toBe(0)
})

it.each(['', 'nonsense', '7', '{"version":1}', '{"version":"1","actions":[]}'])('ignores %j', (text) => {
  expect(readRun({ getItem: () => text }, '0x1')).toBeUndefined()
})

it('starting over opens the next attempt, or stays at this one without a network [learning.lab-attempt]', async () => {
  const storage = memoryStorage()
  const opened: number[] = []
  const begin = (attempt: number, open = async (at: number) => void opened.push(at)) =>
    beginNextAttempt(storage, { ...ADA, attempt, open })
  expect(readAttempt(storage, ADA)).toBe(0)
  expect(await begin(0)).toBe(1)
  expect(await begin(1, () => Promise.reject(new Error('offline')))).toBeUndefined()
  expect(readAttempt(storage, ADA)).toBe(1)
  expect(await begin(998)).toBe(999)
  expect(readAttempt(storage, ADA)).toBe(999)
  expect(await begin(999)).toBe(0)
  expect(opened).toEqual([1, 999, 0])
  expect(readAttempt(storage, { ...ADA, lessonId: 'another' })).toBe(0)
  for (const text of ['', '-1', '1.5', '1000', 'x']) expect(readAttempt({ getItem: () => text }, ADA)).toBe(0)
})
