import { bytesToHex } from '@ethereumjs/util'
import { expect, it } from 'vitest'
import { unitsText } from '../../../solutions/solution.ts'
import { encode, keccakText } from '../../bytes.ts'
import { Session } from '../../session.ts'
import { sandwich } from './sandwich.ts'

async function swapAt(share: bigint, seed: string) {
  const session = await Session.open(sandwich, bytesToHex(keccakText(seed)))
  const { lab, world } = session
  const quote = await lab.chain.view(world.pool, encode('quote(uint256)', world.amount))
  const least = unitsText((quote * share) / 1000n)
  expect(await session.act({ do: 'move', move: 'swap', input: { least } })).toBeUndefined()
  const hasTraded = lab.chain.blocks
    .filter(({ number }) => number >= session.firstBlock)
    .some(({ receipts }) => receipts.some(({ tx }) => tx.from === world.bot))
  return { hasTraded, round: session.round, state: (await session.verdict()).state }
}

it.each(['one', 'two', 'three', 'four', 'five', 'six'])(
  'is solved only where the bot stayed away, seed %s',
  async (seed) => {
    expect(await swapAt(995n, seed)).toMatchObject({ hasTraded: true, state: 'trapped' })
    expect(await swapAt(997n, seed)).toEqual({ hasTraded: false, round: 2, state: 'open' })
  },
)
