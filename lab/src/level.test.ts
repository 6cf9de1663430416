import { expect, it } from 'vitest'
import { historyOf } from './history.ts'
import type { AnyKind } from './kind.ts'
import { loadKind } from './kinds/index.ts'
import { Lab } from './lab.ts'
import { LEVEL, LIMITS, limitsOf, MAX_ACTIONS } from './limits.ts'
import { Session } from './session.ts'

const seed = `0x${'7'.repeat(64)}` as const
const opened = async (id: string, level: number) => Session.open(await loadKind(id), seed, { [LEVEL]: level })
const isAlike = (a: string, b: string, digits: number) =>
  a !== b && a.slice(2, 2 + digits) === b.slice(2, 2 + digits) && a.slice(42 - digits) === b.slice(42 - digits)

it('a review asks for one round more than the lesson [learning.lab-harder]', async () => {
  const roundsOf = async (id: string) => Promise.all([0, 1].map(async (level) => (await opened(id, level)).rounds))
  expect(await roundsOf('receipt')).toEqual([3, 4])
  expect(await roundsOf('borrow')).toEqual([1, 2])
  expect((await opened('borrow', 1)).goal).toContain('Do this twice in a row')
})

it('leaves as much for each round as the lesson does [learning.lab-harder]', () => {
  expect(limitsOf(1, 0)).toEqual({ budget: LIMITS, actions: MAX_ACTIONS })
  expect(limitsOf(1, 1)).toEqual({ budget: { ...LIMITS, blocks: 512, gas: 3_000_000n }, actions: 128 })
  expect(limitsOf(3, 1)).toEqual({ budget: { ...LIMITS, blocks: 341, gas: 2_000_000n }, actions: 85 })
})

it('suggests no amount and names no person, but contracts [learning.lab-harder]', async () => {
  const presetsIn = async (level: number) => {
    const { moves, requests } = await (await opened('allowance', level)).scene()
    const fields = [...Object.values(moves), ...Object.values(requests ?? {})].flatMap((each) =>
      Object.values(each.fields ?? {}),
    )
    return fields.filter((field) => field.type === 'amount' && field.preset !== undefined).length
  }
  expect(await presetsIn(0)).toBeGreaterThan(0)
  expect(await presetsIn(1)).toBe(0)

  const namesIn = async (level: number) => {
    const entries = historyOf(await opened('receipt', level))
    return new Set(entries.flatMap(({ from, to }) => [from, to]))
  }
  expect(await namesIn(0)).toContain('Paulo')
  const named = await namesIn(1)
  expect(named).toContain('USDC contract')
  expect(named).not.toContain('Paulo')
})

it('draws an address that resembles another one more closely [learning.lab-harder]', () => {
  const [easy, hard] = [0, 1].map((level) => new Lab(seed, { [LEVEL]: level })) as [Lab, Lab]
  const of = easy.account('landlord')
  expect(isAlike(easy.lookalike('poison', of, 4), of, 4)).toBe(true)
  expect(isAlike(easy.lookalike('poison', of, 4), of, 5)).toBe(false)
  expect(isAlike(hard.lookalike('poison', of, 4), of, 8)).toBe(true)
  expect(easy.lookalike('poison', of)).toBe(easy.account('poison'))
})

it.each(['lookalike', 'transfer', 'calldata', 'drainer-evening'])(
  '%s has such an address [learning.lab-harder]',
  async (id) => {
    const kind: AnyKind = await loadKind(id)
    const { world } = await Session.open(kind, seed, { [LEVEL]: 1 })
    const [decoy, real] = {
      lookalike: [world.poison, world.landlord],
      transfer: [world.stranger, world.amara],
      calldata: [world.thief, world.linh],
      'drainer-evening': [world.twin, world.kwame],
    }[id] as [string, string]
    expect(isAlike(decoy, real, 4)).toBe(true)
  },
)
