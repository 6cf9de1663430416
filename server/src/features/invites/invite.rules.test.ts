import { INVITE_RULES } from '@aura/api/rules/invites'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowanceOf, type InviteTimes, inviteExpiry, inviteStatusAt } from './invite.rules.ts'

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

describe('the allowance', () => {
  const DAY = 86_400_000
  const WEEK = 7 * DAY
  const start = AT.getTime()
  const on = (day: number) => new Date(start + day * DAY)
  const RULES = { everyMs: WEEK, waiting: 5 }
  const link = (madeOn: number, ends: { usedOn?: number; backOn?: number } = {}): InviteTimes => ({
    madeAt: on(madeOn),
    usedAt: ends.usedOn === undefined ? null : on(ends.usedOn),
    returnedAt: ends.backOn === undefined ? null : on(ends.backOn),
  })
  const leftOn = (day: number, invites: InviteTimes[] = [], extra = 0) =>
    allowanceOf({ firstAt: AT, extra, invites }, on(day), RULES)

  it('is one at first, one more each week, and five at most [invites.earned]', () => {
    expect(allowanceOf({ firstAt: null, extra: 0, invites: [] }, AT, RULES)).toEqual({ left: 0, nextAt: null })
    expect(leftOn(0)).toEqual({ left: 1, nextAt: on(7) })
    expect(leftOn(6.9)).toEqual({ left: 1, nextAt: on(7) })
    expect(leftOn(7)).toEqual({ left: 2, nextAt: on(14) })
    expect(leftOn(28)).toEqual({ left: 5, nextAt: null })
    expect(leftOn(700)).toEqual({ left: 5, nextAt: null })
    // The next one comes a week after one of the five was used.
    expect(leftOn(701, [link(700, { usedOn: 700 })])).toEqual({ left: 4, nextAt: on(707) })
    expect(leftOn(704, [link(700, { usedOn: 703 })])).toEqual({ left: 4, nextAt: on(710) })
    expect(leftOn(710, [link(700, { usedOn: 703 })])).toEqual({ left: 5, nextAt: null })
  })

  it('counts an open link among the five, and gives it back unless it is used [invites.returned]', () => {
    const open = [1, 2, 3].map(() => link(30))
    expect(leftOn(35, open)).toEqual({ left: 2, nextAt: null })
    expect(
      leftOn(
        45,
        open.map((each) => ({ ...each, returnedAt: on(44) })),
      ),
    ).toEqual({ left: 5, nextAt: null })
    expect(leftOn(42, [link(30, { usedOn: 36 }), link(30)])).toEqual({ left: 3, nextAt: on(43) })
    expect(leftOn(43, [link(30, { usedOn: 36 }), link(30)])).toEqual({ left: 4, nextAt: null })
  })

  it('uses earned invites before an admin’s, which never expire', () => {
    expect(leftOn(0, [], 10)).toEqual({ left: 11, nextAt: on(7) })
    expect(leftOn(1, [link(1), link(1)], 10)).toEqual({ left: 9, nextAt: on(7) })
    expect(leftOn(20, [link(1, { backOn: 15 }), link(1, { backOn: 15 })], 10)).toMatchObject({ left: 13 })
    expect(allowanceOf({ firstAt: null, extra: 2, invites: [link(1), link(2)] }, on(3), RULES).left).toBe(0)
    // Made while everyone could join.
    expect(leftOn(1, [link(-3), link(-2, { backOn: -1 })])).toEqual({ left: 1, nextAt: on(7) })
  })

  it('never lets more than five in within six days, whatever was done before', () => {
    const action = fc.record({
      day: fc.integer({ min: 0, max: 300 }),
      keptDays: fc.constantFrom(0, 3, 14),
      isUsed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const made: InviteTimes[] = []
        for (const { day, keptDays, isUsed } of actions.toSorted((a, b) => a.day - b.day)) {
          if (leftOn(day, made).left === 0) continue
          made.push(link(day, isUsed ? { usedOn: day + keptDays } : { backOn: day + keptDays }))
        }
        for (let day = 0; day <= 320; day++) {
          const used = made.filter(({ usedAt }) => usedAt && usedAt > on(day) && usedAt <= on(day + 6)).length
          expect(used).toBeLessThanOrEqual(INVITE_RULES.waiting)
        }
        const all = made.filter(({ usedAt }) => usedAt).length
        expect(all).toBeLessThanOrEqual(Math.floor(320 / 7) + 1)
      }),
    )
  })
})
