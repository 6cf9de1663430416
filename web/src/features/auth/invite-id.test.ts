import { expect, it } from 'vitest'
import { paths } from '#paths'
import { inviteIdOf } from './invite-id.ts'

const ID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const at = (path: string) => new URL(path, 'https://aura.example')

it('finds the invite of the page, or of the page after signing in', () => {
  expect(inviteIdOf(at(paths.invite(ID)))).toBe(ID)
  expect(inviteIdOf(at(paths.join(paths.invite(ID))))).toBe(ID)
})

it.each([
  '/',
  paths.join(),
  paths.invites,
  paths.invite('nothing'),
  paths.join(paths.challenge(ID)),
  paths.join(`https://evil.example${paths.invite(ID)}`),
])('finds none at %s', (path) => {
  expect(inviteIdOf(at(path))).toBeNull()
})
