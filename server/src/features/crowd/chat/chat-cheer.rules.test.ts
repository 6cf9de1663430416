import { expect, it } from 'vitest'
import { cheeredSide } from './chat-cheer.rules.ts'

it.each([
  ['!left', 'challenger'],
  ['!RIGHT', 'opponent'],
  ['!left go Ada', 'challenger'],
  ['!right ❤', 'opponent'],
  ['❤️', 'opponent'],
  ['love this 💜💜', 'opponent'],
  ['🩷', 'opponent'],
  ['<3 <3', 'opponent'],
])('%s cheers [battles.chat]', (text, side) => {
  expect(cheeredSide(text, 'opponent')).toBe(side)
})

it.each(['left', 'say !left', '!leftover', '!left!', '!aura', '💔', '</3', '<30', '', 'Ĺ!left', '\u0001ACTION !left'])(
  '%j cheers for nobody',
  (text) => {
    expect(cheeredSide(text, 'challenger')).toBeNull()
  },
)

it('a heart is for the owner of the channel', () => {
  expect(cheeredSide('💖', 'challenger')).toBe('challenger')
})
