import { encode } from '../../src/bytes.ts'
import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>

interface Trade {
  pools: { deep: `0x${string}`; shallow: `0x${string}` }
  amount: bigint
  toDeep: bigint
}

const swap = ({ world }: Any, pool: string, amount: bigint, least: bigint) =>
  move('swap', { pool, amount: unitsText(amount, 18), ...(!world.isCalm && { least: unitsText(least) }) })

/** Accepts 0.4 % less than the quote, and retries until the swap passes. */
async function* patiently(session: Any, pool: `0x${string}`, amount: bigint) {
  const { lab, world } = session
  const before = await world.usdc.balance(lab.me)
  while ((await world.usdc.balance(lab.me)) === before) {
    const quote = await lab.chain.view(pool, encode('quote(uint256)', amount))
    yield swap(session, pool, amount, (quote * 996n) / 1000n)
  }
}

async function* untilNext({ lab, world }: Any, isBusy: boolean) {
  while (((lab.chain.height - world.start + world.offset) % 3 === 0) !== isBusy) yield move('wait')
}

export const poolSwapSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session) {
      const { pools, amount, toDeep }: Trade = session.world
      yield* patiently(session, pools.deep, toDeep)
      yield* patiently(session, pools.shallow, amount - toDeep)
    },
  },
  'all in the deep pool': {
    ends: 'price-impact',
    async *play(session) {
      const { pools, amount } = session.world
      yield* untilNext(session, false)
      yield swap(session, pools.deep, amount, 0n)
    },
  },
  'half in each': {
    ends: 'price-impact',
    async *play(session) {
      const { pools, amount } = session.world
      yield* untilNext(session, false)
      yield swap(session, pools.deep, amount / 2n, 0n)
      yield* untilNext(session, false)
      yield swap(session, pools.shallow, amount - amount / 2n, 0n)
    },
  },
  'no limit in a busy block': {
    ends: 'no-limit',
    without: 'calm',
    async *play(session) {
      const { pools, amount, toDeep }: Trade = session.world
      yield* untilNext(session, true)
      yield swap(session, pools.deep, toDeep, 0n)
      yield* untilNext(session, false)
      yield swap(session, pools.shallow, amount - toDeep, 0n)
    },
  },
}
