import { expect, it } from 'vitest'
import { forgetRun, forgetRuns, readRun, saveRun } from './saved-run.ts'

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    keys: () => [...items.keys()],
  }
}

const run = { version: 1, actions: [{ do: 'move', move: 'wait' }] } as const

it('keeps the run of each lab until it is forgotten', () => {
  const storage = memory()
  saveRun(storage, '0x1', run)
  expect(readRun(storage, '0x1')).toEqual(run)
  expect(readRun(storage, '0x2')).toBeUndefined()
  forgetRun(storage, '0x1')
  expect(readRun(storage, '0x1')).toBeUndefined()
})

it('forgets the runs of every lab, and nothing else', () => {
  const storage = memory()
  storage.setItem('aura:theme', 'dark')
  for (const seed of ['0x1', '0x2', '0x3']) saveRun(storage, seed, run)
  forgetRuns(storage)
  expect(storage.keys()).toEqual(['aura:theme'])
})

it.each(['', 'nonsense', '7', '{"version":1}', '{"version":"1","actions":[]}'])('ignores %j', (text) => {
  expect(readRun({ getItem: () => text }, '0x1')).toBeUndefined()
})
