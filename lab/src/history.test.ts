import { expect, it } from 'vitest'
import { checksumAddress, withChecksums } from './bytes.ts'
import { historyOf } from './history.ts'
import { receipt } from './kinds/transactions/receipt.ts'
import { Session } from './session.ts'
import { usdcText } from './words.ts'

it('an address is written with the checksum of EIP-55, wherever it stands in a text', () => {
  // The first two addresses of the standard's own examples.
  const examples = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'] as const
  for (const address of examples) expect(checksumAddress(address.toLowerCase() as `0x${string}`)).toBe(address)
  expect(withChecksums(`Send it to ${examples[0].toLowerCase()}, please.`)).toBe(`Send it to ${examples[0]}, please.`)
  const hash = `0x${'ab'.repeat(32)}`
  expect(withChecksums(hash)).toBe(hash)
})

it('the list of transactions tells a counterfeit from USDC by its contract', async () => {
  const session = await Session.open(receipt, `0x${'5'.repeat(64)}`)
  const { price, people } = session.world
  const paidBy = (deed: string) => {
    const { name } = people.find(({ did }) => did === deed) as (typeof people)[number]
    return historyOf(session).find(({ from }) => from === name)
  }
  expect(paidBy('paid')).toMatchObject({ to: 'USDC contract', effects: [expect.stringMatching(/USDC: \w+ → You$/)] })
  expect(paidBy('counterfeit')?.effects[0]).toContain(`${usdcText(price)} of the contract 0x`)
  expect(paidBy('counterfeit')?.to).toMatch(/^0x/)
})
