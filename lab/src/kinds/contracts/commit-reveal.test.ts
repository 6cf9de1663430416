import { bytesToHex } from '@ethereumjs/util'
import { expect, it } from 'vitest'
import { encode, keccakText, wordHex } from '../../bytes.ts'
import { Session } from '../../session.ts'
import { commitReveal } from './commit-reveal.ts'

it('opens a seal for the one who made it, and not for somebody who copied it', async () => {
  const session = await Session.open(commitReveal, bytesToHex(keccakText('copied seal')))
  const { lab, world } = session
  const { auction, secret, limit, revealsAt } = world
  const copier = lab.account('copier')
  await lab.chain.fund(copier, 10n ** 17n)
  await session.act({ do: 'move', move: 'seal', input: { bid: `${limit}`, salt: 'random' } })
  const seal = wordHex(await lab.chain.view(auction, encode('sealedBid(address)', lab.me)))
  await lab.send(copier, { to: auction, value: 10n ** 16n, data: encode('commit(bytes32)', seal) })
  while (lab.chain.time + 2 < revealsAt) await session.act({ do: 'move', move: 'wait' })
  expect(await lab.chain.view(auction, encode('sealedBid(address)', copier))).toBe(BigInt(seal))

  await lab.send(copier, { to: auction, data: encode('reveal(uint256,uint256)', limit, secret) })
  await session.act({ do: 'move', move: 'open', input: { bid: `${limit}`, salt: 'random' } })
  const opened = lab.chain.blocks.at(-1)?.receipts ?? []
  expect(opened.find(({ tx }) => tx.from === lab.me)?.succeeded).toBe(true)
  expect(opened.find(({ tx }) => tx.from === copier)?.succeeded).toBe(false)
})
