import { expect, it } from 'vitest'
import { markupOf } from '../../../dev/markup.tsx'
import { BattleActions } from './battle-actions.tsx'
import type { Battle } from './battle-view.ts'

const STEPS = ['accept', 'reject', 'withdraw', 'requestCancellation', 'takeBackCancellation', 'approveCancellation']
const nothing = Object.fromEntries(STEPS.map((step) => [step, { allowed: false }]))

function offered(battle: Pick<Battle, 'status'>, can: object = {}) {
  const shown = { id: 'b1', title: 'Rug or real', can: { ...nothing, ...can }, ...battle } as unknown as Battle
  const page = markupOf(<BattleActions battle={shown} />)
  return [...page.matchAll(/aria-label="([^"]*)"/g)]
    .map(([, name]) => name)
    .concat(/href="[^"]*"/.exec(page)?.[0] ?? [])
}

it('any other viewer is led into a live battle, and to see the others [battles.actions-viewer-active]', () => {
  expect(offered({ status: 'active' })).toEqual(['Enter Battle: Rug or real', 'href="/battles/b1"'])
  expect(offered({ status: 'pending' })).toEqual(['Details: Rug or real', 'href="/battles/b1"'])
  expect(offered({ status: 'completed' })).toEqual(['See result: Rug or real', 'href="/battles/b1"'])
})

it('a participant who asked three times still finds the button, whose press says why not [battles.check-cancellation-times]', () => {
  const usedUp = { requestCancellation: { allowed: false, reason: 'BATTLE_CANCELLATIONS_USED_UP' } }
  expect(offered({ status: 'accepted' }, usedUp)[0]).toBe('Request cancellation: Rug or real')
  expect(
    offered({ status: 'active' }, { requestCancellation: { allowed: false, reason: 'BATTLE_NOT_ACCEPTED' } })[0],
  ).toBe('Enter Battle: Rug or real')
})
