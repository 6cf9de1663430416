import { afterEach, expect, it } from 'vitest'
import { browserStore } from '#lib/browser-storage'
import { forgetMember, knownMember, rememberMember } from './member.ts'

afterEach(forgetMember)

it('knows who was signed in last, until they are forgotten [landing.welcome-back]', () => {
  expect(knownMember()).toBeNull()
  const ada = { id: '1', username: 'ada', days: 3, auraPoints: 240 }
  rememberMember(ada)
  expect(knownMember()).toEqual(ada)
  forgetMember()
  expect(knownMember()).toBeNull()
})

it.each(['{', '"ada"', '{"id":"1"}', '{"id":"1","username":"ada","days":"3","auraPoints":1}'])(
  'takes nobody from a damaged entry: %s',
  (entry) => {
    browserStore.setItem('aura-member', entry)
    expect(knownMember()).toBeNull()
  },
)
