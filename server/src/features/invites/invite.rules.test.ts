import { expect, it } from 'vitest'
import { allowanceOf, inviteExpiry, inviteStatusAt } from './invite.rules.ts'

const AT = new Date('2026-03-02T12:00:00Z')
const OPEN = { usedAt: null, withdrawnAt: null, expiresAt: new Date('2026-03-02T12:00:00.001Z') }

it('an invite is open until it is used, withdrawn or expires, while its inviter may invite', () => {
  expect(inviteStatusAt(OPEN, AT, true)).toBe('open')
  expect(inviteStatusAt(OPEN, AT, false)).toBe('unavailable')
  expect(inviteStatusAt({ ...OPEN, expiresAt: AT }, AT, true)).toBe('expired')
  expect(inviteStatusAt({ ...OPEN, withdrawnAt: AT, expiresAt: AT }, AT, false)).toBe('withdrawn')
  expect(inviteStatusAt({ ...OPEN, usedAt: AT, expiresAt: AT }, AT, false)).toBe('used')
  expect(inviteExpiry(AT)).toEqual(new Date('2026-03-16T12:00:00Z'))
})

it('what is used and what is open counts, and nobody owes an invite', () => {
  expect(allowanceOf({ everyone: 5, extra: 2, used: 1, open: 3 })).toEqual({ limit: 7, left: 3 })
  expect(allowanceOf({ everyone: 2, extra: 0, used: 3, open: 1 })).toEqual({ limit: 2, left: 0 })
})
