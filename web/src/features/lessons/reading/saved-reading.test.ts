import { expect, it } from 'vitest'
import { memoryStorage } from '../../../dev/memory-storage.ts'
import { advance, START } from '../lesson-progress.ts'
import { forgetReadings, readReading, saveReading } from './saved-reading.ts'

const ADA = { userId: 'ada', lessonId: 'fees' }

it('a guess and the card survive a reload until the reader leaves [learning.guess-final]', () => {
  const storage = memoryStorage()
  saveReading(storage, ADA, { guess: 0 })
  saveReading(storage, ADA, { card: 3 })
  expect(readReading(storage, ADA)).toEqual({ guess: 0, card: 3 })
  expect(readReading(storage, { ...ADA, lessonId: 'keys' })).toEqual({ guess: null, card: 0 })
  storage.setItem('aura:theme', 'dark')
  forgetReadings(storage)
  expect(storage.keys()).toEqual(['aura:theme'])
})

it('nobody sees what another did in this browser, as a visitor or before their session ended [learning.guess-own]', () => {
  const storage = memoryStorage()
  saveReading(storage, ADA, { guess: 0, card: 3 })
  for (const userId of ['bo', undefined])
    expect(readReading(storage, { ...ADA, userId })).toEqual({ guess: null, card: 0 })
})

it.each(['', 'nonsense', '7', 'null', '{"guess":-1,"card":"2"}'])('ignores %j', (text) => {
  expect(readReading({ getItem: () => text }, ADA)).toEqual({ guess: null, card: 0 })
})

it('a guess can’t be changed, and what was read stays read [learning.guess-final]', () => {
  const guessed = [0, 1].reduce((progress, option) => advance(progress, { type: 'guessed', option }), START)
  expect(guessed.guess).toBe(0)
  const read = [0.5, 0.2].reduce((progress, share) => advance(progress, { type: 'read', share }), guessed)
  expect(read.readShare).toBe(0.5)
  expect(advance({ ...read, paragraph: 4 }, { type: 'card-shown', card: 2 })).toMatchObject({
    card: 2,
    paragraph: null,
  })
})
