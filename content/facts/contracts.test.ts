import { Chain } from '@aura/lab/chain'
import { encodeEventTopics, type Hex, hexToBytes, keccak256, parseAbi, stringToHex, toHex } from 'viem'
import { expect, it } from 'vitest'
import { fileOf, grouped, numberTo, textOf } from './lesson-files.ts'

const SENDER = `0x${'a1'.repeat(20)}` as const
const usual = { from: SENDER, value: 0n, gas: 1_000_000n, maxFee: 10n ** 10n, tip: 1n }

async function newChain(): Promise<Chain> {
  const chain = new Chain(1_700_000_000, { gas: 100_000_000n, gasPerTx: 2_000_000n, blocks: 100 })
  await chain.fund(SENDER, 10n ** 21n)
  return chain
}

/** Sends one transaction in a block of its own. Returns its receipt. */
async function send(chain: Chain, tx: { to?: Hex; data: Hex; value?: bigint }) {
  const { nonce } = await chain.account(SENDER)
  await chain.submit({ ...usual, ...tx, data: hexToBytes(tx.data), nonce })
  const [receipt] = (await chain.mine(2)).receipts
  if (!receipt) throw new Error('The transaction was not mined')
  return receipt
}

async function deploy(chain: Chain, code: string): Promise<Hex> {
  // PUSH2 size, DUP1, PUSH1 11, PUSH0, CODECOPY, PUSH0, RETURN, and a stop to fill eleven bytes.
  const size = toHex(code.length / 2, { size: 2 }).slice(2)
  const { created } = await send(chain, { data: `0x61${size}80600b5f395ff300${code}` })
  if (!created) throw new Error('The contract was not deployed')
  return created
}

const sum = (hundredths: number[]) => hundredths.reduce((total, each) => total + each, 0) / 100
/** What twenty tickets of the lottery bring together, if one of them wins an ETH. */
const allTickets = 1 - 20 * 0.1
const winningTicket = 1 - 0.1
const [quarter, hundredth] = [1_000 / 4, 1_000 / 100]

it.each([
  ['a-vending-machine', `0.02, 0.05 and 0.03 ETH. The jar holds ${sum([2, 5, 3]).toFixed(2)}.`],
  // Queued on Monday at 9:00 with 48 hours of notice, and noticed on Tuesday at 20:00.
  ['owners-roles-timelocks', '| 12 hours | Wednesday 8:00 | yes |'],
  ['owners-roles-timelocks', '| 3 days | Friday 20:00 | no |'],
  ['a-bad-lottery', `256 blocks pass in ${Math.round(256 * 0.2)} seconds`],
  ['a-bad-lottery', `| 2.0 | 1.0 | −${(-allTickets).toFixed(1)} |`],
  ['a-bad-lottery', `| 0.1 | 1.0 | +${winningTicket} |`],
  ['how-to-read-an-audit', `got ${hundredth} a month instead of ${quarter}`],
  ['how-to-read-an-audit', `lost ${grouped(3 * 6 * (quarter - hundredth))} USDC`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['a-vending-machine', 'tips-after-a-refusal', sum([4, 1, 5, 2])],
  ['verified-source', 'fee-in-hex', 300 - 300 * 0.25],
  ['a-bad-lottery', 'seconds-for-the-draw', Math.round(256 * 0.2)],
  // Two people read 4,000 lines in five days.
  ['how-to-read-an-audit', 'days-at-that-pace', 12_000 / (4_000 / 5)],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBe(result))

it('code with 6002 works with 2, with 6014 with 20, with 6019 with 25', async () => {
  const chain = await newChain()
  // The pushed word, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
  const pushed = async (push: string) => chain.view(await deploy(chain, `${push}5f5260205ff3`), new Uint8Array())
  expect([await pushed('6002'), await pushed('6014'), await pushed('6019')]).toEqual([2n, 20n, 25n])
  for (const push of ['`6002`', '`6014`']) expect(textOf('verified-source')).toContain(push)
})

it('a Transfer event costs 1,756 gas, and a new line of storage more than ten times as much', async () => {
  const chain = await newChain()
  const gasOf = async (code: string) => (await send(chain, { to: await deploy(chain, code), data: '0x' })).gasUsed
  // Both write to memory first, so that neither pays for making room there. POPs cost two each.
  const noteOf = async (bytes: string, topics: number) => {
    const pushes = `6001602052${'6001'.repeat(topics)}60${bytes}5f`
    const logged = await gasOf(`${pushes}a${topics}`)
    return logged - (await gasOf(`${pushes}${'50'.repeat(topics + 2)}`)) + 2n * BigInt(topics + 2)
  }
  expect(await noteOf('20', 3)).toBe(1756n)
  expect(textOf('events')).toContain('A `Transfer` has three topics and 32 bytes: 1,756 gas.')
  expect(await noteOf('40', 2)).toBe(BigInt(numberTo('events', 'gas-of-a-note')))
  // SSTORE of 1, against two POPs.
  const storage = (await gasOf('60015f55')) - (await gasOf('60015f5050')) + 4n
  expect(storage).toBe(22_100n)
  expect(storage).toBeGreaterThan(10n * 1756n)
})

it('the first topic of a Transfer is the hash of its name and types, and b71b00 is 12 USDC', () => {
  const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
  const [topic] = encodeEventTopics({ abi, eventName: 'Transfer' })
  expect(topic).toBe(keccak256(stringToHex('Transfer(address,address,uint256)')))
  expect(textOf('events')).toContain(`| topic 0 | \`${topic?.slice(0, 10)}…\` |`)
  expect(textOf('events')).toContain(`\`${(12_000_000).toString(16)}\`, which is 12000000`)
  expect(fileOf('events', 'lesson.json')).toContain(`data: ${5_000_000_000n.toString(16)}`)
})

it('an event of a transaction that fails is gone', async () => {
  const chain = await newChain()
  const logs = async (end: string) => (await send(chain, { to: await deploy(chain, `5f5fa0${end}`), data: '0x' })).logs
  expect(await logs('00')).toHaveLength(1)
  expect(await logs('5f5ffd')).toHaveLength(0)
})

it('the report lists 21 findings, of which 12 are fixed and 9 are left', () => {
  const rows = [...textOf('how-to-read-an-audit').matchAll(/\| (\d+) \| (\d+) \| (\d+) \|/g)].map((row) =>
    row.slice(1).map(Number),
  )
  const total = [0, 1, 2].map((column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  expect(total).toEqual([21, 12, 9])
  for (const [found = 0, fixed = 0, left] of rows) expect(found - fixed).toBe(left)
  const story = textOf('how-to-read-an-audit')
  for (const said of ['21 problems', 'twelve were found and fixed', 'those nine']) expect(story).toContain(said)
})
