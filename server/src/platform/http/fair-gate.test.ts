import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FairGate } from './fair-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { atOnce: 3, atOncePerAddress: 2, waiting: 4, waitingPerAddress: 3, waitMs: 1_000 }
const [eve, ada, bo] = ['198.51.100.1', '198.51.100.2', '198.51.100.3']

function workIn(gate: FairGate) {
  const running = new Map<string, () => void>()
  const outcomes: Record<string, string> = {}
  const ask = (ip: string, name: string) =>
    void gate
      .pass(ip, () => new Promise<void>((resolve) => running.set(name, resolve)))
      .then(
        () => {
          outcomes[name] = 'done'
        },
        (error) => {
          outcomes[name] = `${error.code} ${error.data?.retryAfterMs}`
        },
      )
  const finish = async (name: string) => {
    running.get(name)?.()
    running.delete(name)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ask, finish, running: () => [...running.keys()].sort(), outcomes }
}

it('limits requests in all and per address, and gives each turn to the longest waiting with room', async () => {
  const { ask, finish, running, outcomes } = workIn(new FairGate(limits))
  for (const name of ['eve 1', 'eve 2', 'eve 3', 'eve 4']) ask(eve, name)
  ask(ada, 'ada 1')
  ask(bo, 'bo 1')
  await vi.advanceTimersByTimeAsync(0)
  expect(running()).toEqual(['ada 1', 'eve 1', 'eve 2'])
  await finish('ada 1')
  expect(running()).toEqual(['bo 1', 'eve 1', 'eve 2'])
  await finish('eve 1')
  expect(running()).toEqual(['bo 1', 'eve 2', 'eve 3'])
  for (const name of ['bo 1', 'eve 2', 'eve 3']) await finish(name)
  expect(running()).toEqual(['eve 4'])
  await finish('eve 4')
  expect(Object.values(outcomes)).toEqual(Array(6).fill('done'))
})

it('refuses an address that has too many waiting', async () => {
  const { ask, outcomes } = workIn(new FairGate(limits))
  for (let at = 1; at <= 6; at++) ask(eve, `eve ${at}`)
  ask(ada, 'ada 1')
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual({ 'eve 6': 'RATE_LIMITED 1000' })
})

it('limits the wait, and removes timed-out requests from the queue', async () => {
  const { ask, finish, running, outcomes } = workIn(new FairGate(limits))
  for (const name of ['eve 1', 'eve 2', 'eve 3']) ask(eve, name)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcomes).toEqual({ 'eve 3': 'UNAVAILABLE 1000' })
  ask(eve, 'eve 4')
  await finish('eve 1')
  expect(running()).toEqual(['eve 2', 'eve 4'])
})

it('counts every /64 of a /48 together, and keeps room for the others', async () => {
  const { ask, finish, running, outcomes } = workIn(new FairGate({ ...limits, atOnce: 5, waiting: 20 }))
  for (let at = 1; at <= 10; at++) ask(`2001:db8:bad:${at}00::1`, `eve ${at}`)
  ask(ada, 'ada 1')
  await vi.advanceTimersByTimeAsync(0)
  expect(running()).toEqual(['ada 1', 'eve 1', 'eve 2', 'eve 3'])
  // Five may wait: three slots plus half as many.
  expect(Object.keys(outcomes)).toEqual(['eve 9', 'eve 10'])
  await finish('ada 1')
  expect(running()).toEqual(['eve 1', 'eve 2', 'eve 3'])
})

it('replaces the newest request of the network with the most waiting, and refuses equals', async () => {
  const { ask, finish, running, outcomes } = workIn(new FairGate(limits))
  for (let at = 1; at <= 5; at++) ask(eve, `eve ${at}`)
  for (const name of ['bo 1', 'bo 2']) ask(bo, name)
  for (const name of ['ada 1', 'ada 2']) ask(ada, name)
  await vi.advanceTimersByTimeAsync(0)
  expect(running()).toEqual(['bo 1', 'eve 1', 'eve 2'])
  expect(outcomes).toEqual({ 'eve 5': 'RATE_LIMITED 1000', 'ada 2': 'UNAVAILABLE 1000' })
  await finish('eve 1')
  expect(running()).toEqual(['ada 1', 'bo 1', 'eve 2'])
})

describe('work whose processor time is counted', () => {
  const worked = {
    ...{ atOnce: 1, atOncePerAddress: 1, waiting: 20, waitingPerAddress: 20, waitingPerAccount: 4, waitMs: 60_000 },
    ...{ perAccount: { burstMs: 1_000, msPerS: 20 }, perAddress: { burstMs: 4_000, msPerS: 100 } },
  }
  let nowMs: number
  beforeEach(() => {
    nowMs = 0
  })
  const open = (limits = {}) =>
    new FairGate({ ...worked, ...limits }, { clock: { elapsedMs: () => nowMs }, busy: 'LAB_BUSY' })
  const spend = (gate: FairGate, ms: number, ip: string, user?: string) =>
    gate.pass(ip, async (charge) => charge(ms), user)

  it('is refused to an account that has used up its budget, until it has regained it', async () => {
    const gate = open()
    await spend(gate, 1_000, eve, 'eve')
    await spend(gate, 500, eve, 'eve')
    await expect(spend(gate, 1, eve, 'eve')).rejects.toMatchObject({ code: 'LAB_BUSY', data: { retryAfterMs: 25_000 } })
    await expect(spend(gate, 1, bo, 'eve')).rejects.toMatchObject({ code: 'LAB_BUSY' })
    await spend(gate, 1, eve, 'ada')
    nowMs = 25_000
    await spend(gate, 1, eve, 'eve')
  })

  it('is refused to an address whose accounts have used up its budget, and to the /48 of others', async () => {
    const gate = open()
    for (const user of ['e1', 'e2', 'e3', 'e4', 'e5']) await spend(gate, 1_000, eve, user)
    await expect(spend(gate, 1, eve, 'ada')).rejects.toMatchObject({ data: { retryAfterMs: 10_000 } })
    await spend(gate, 1, ada, 'ada')
    for (let at = 1; at <= 7; at++) await spend(gate, 1_000, `2001:db8:bad:${at}00::1`, `f${at}`)
    await expect(spend(gate, 1, '2001:db8:bad:900::1', 'bo')).rejects.toMatchObject({ code: 'LAB_BUSY' })
  })

  it('goes to the client that has used least, one at a time for an account', async () => {
    const gate = open({ atOnce: 2, atOncePerAddress: 2 })
    const order: string[] = []
    const running: (() => void)[] = []
    const ask = (name: string, ip: string, user: string, ms: number) =>
      gate
        .pass(
          ip,
          (charge) => {
            order.push(name)
            return new Promise<void>((resolve) =>
              running.push(() => {
                charge(ms)
                resolve()
              }),
            )
          },
          user,
        )
        .catch(({ code }) => void order.push(`${name}: ${code}`))
    for (const name of ['eve 1', 'eve 2', 'eve 3', 'eve 4']) void ask(name, eve, 'eve', 600)
    void ask('mate', eve, 'mate', 10)
    void ask('bo', bo, 'bo', 10)
    void ask('ada', ada, 'ada', 10)
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['eve 1', 'mate'])
    while (running.length > 0) {
      running.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(order).toEqual(['eve 1', 'mate', 'bo', 'ada', 'eve 2', 'eve 3: LAB_BUSY', 'eve 4: LAB_BUSY'])
  })

  it('lets an account wait only so often', async () => {
    const gate = open()
    const waiting = Array.from({ length: 6 }, () => spend(gate, 1, eve, 'eve'))
    expect((await Promise.allSettled(waiting)).map(({ status }) => status === 'fulfilled')).toEqual([
      ...Array(5).fill(true),
      false,
    ])
  })
})
