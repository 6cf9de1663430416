import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Chain } from '@aura/lab/chain'
import { encodeEventTopics, type Hex, hexToBytes, keccak256, parseAbi, stringToHex, toHex } from 'viem'
import { expect, it } from 'vitest'
import { fileOf, numberTo, textOf } from './lesson-files.ts'

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

it('tips of 0.02, 0.05 and 0.03 make 0.10, and 0.04, 0.01, 0.05 and 0.02 make 0.12', () => {
  const sum = (hundredths: number[]) => hundredths.reduce((total, each) => total + each, 0) / 100
  expect(sum([2, 5, 3])).toBe(0.1)
  expect(textOf('a-vending-machine')).toContain('0.02, 0.05 and 0.03 ETH. The jar holds 0.10.')
  expect(sum([4, 1, 5, 2])).toBe(numberTo('a-vending-machine', 'tips-after-a-refusal'))
})

it('code with 6002 works with 2, with 6014 with 20, with 6019 with 25, and 25 per cent of 300 leave 225', async () => {
  const chain = await newChain()
  // The pushed word, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
  const pushed = async (push: string) => chain.view(await deploy(chain, `${push}5f5260205ff3`), new Uint8Array())
  expect([await pushed('6002'), await pushed('6014'), await pushed('6019')]).toEqual([2n, 20n, 25n])
  for (const push of ['`6002`', '`6014`']) expect(textOf('verified-source')).toContain(push)
  expect(300 - 300 * 0.25).toBe(numberTo('verified-source', 'fee-in-hex'))
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

it('the address of a proxy’s code lies where ERC-1967 says, and that of USDC in an older place', () => {
  const slot = BigInt(keccak256(stringToHex('eip1967.proxy.implementation'))) - 1n
  expect(toHex(slot)).toBe('0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc')
  const admin = BigInt(keccak256(stringToHex('eip1967.proxy.admin'))) - 1n
  expect(toHex(admin)).toBe('0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103')
  expect(keccak256(stringToHex('org.zeppelinos.proxy.implementation'))).toBe(
    '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  )
})

it('an upgrade queued on Monday at 9:00 with 48 hours may run after an exit of 12 hours, and before one of 3 days', () => {
  const hour = (day: number, time: number) => 24 * day + time
  const [queued, noticed] = [hour(0, 9), hour(1, 20)]
  expect(queued + 48).toBe(hour(2, 9))
  expect([noticed + 12, noticed + 72]).toEqual([hour(2, 8), hour(4, 20)])
  for (const said of ['| 12 hours | Wednesday 8:00 | yes |', '| 3 days | Friday 20:00 | no |']) {
    expect(textOf('owners-roles-timelocks')).toContain(said)
  }
})

it('the owner of the Steeze contract may pause it, replace its signer and lift the day’s limit, and nothing in it waits', () => {
  const contract = readFileSync(join(import.meta.dirname, '../../contracts/src/SteezeStack.sol'), 'utf8')
  expect(contract).toContain('function pause() external onlyOwner')
  expect(contract).toContain('function setSigner(address newSigner) external onlyOwner')
  expect(contract).toContain('function setDailyCap(uint256 newDailyCap) external onlyOwner')
  expect(contract).not.toMatch(/timelock|AccessControl/i)
})

it('on Base sixty blocks share a number of Ethereum’s, and 256 pass in 51 seconds', () => {
  const [ethereumBlock, baseBlock] = [12, 0.2]
  expect(ethereumBlock / baseBlock).toBeCloseTo(60, 9)
  expect(textOf('a-bad-lottery')).toContain('256 blocks pass in 51 seconds')
  expect(Math.round(256 * baseBlock)).toBe(numberTo('a-bad-lottery', 'seconds-for-the-draw'))
})

/** Assembles code for the chain: `:name` marks a jump target, `@name` pushes it. */
function assemble(source: string): string {
  const words = source.trim().split(/\s+/)
  const sizeOf = (word: string) => (word.startsWith('@') ? 2 : word.startsWith(':') ? 1 : word.length / 2)
  const places = new Map<string, number>()
  let at = 0
  for (const word of words) {
    if (word.startsWith(':')) places.set(word.slice(1), at)
    at += sizeOf(word)
  }
  const placeOf = (name: string) => (places.get(name) ?? 0).toString(16).padStart(2, '0')
  return words.map((word) => (word[0] === '@' ? `60${placeOf(word.slice(1))}` : word[0] === ':' ? '5b' : word)).join('')
}

const SET_TO_ZERO = '5f 33 55'
// CALL with the balance on top of the stack, and revert if it fails.
const PAY = '5f 5f 5f 5f 84 33 5a f1 15 @fail 57'

/** Returns a bank that takes deposits sent with a value, and pays a caller's balance for a call without value. */
const bankOf = (steps: string) =>
  assemble(`34 @deposit 57 33 54 80 15 @fail 57 ${steps} 00 :fail 5f 5f fd :deposit 34 33 54 01 33 55 00`)

/** Returns a contract that forwards its calls to the bank, and calls it again when it is paid. */
const thiefOf = (bank: Hex) => {
  const address = `73 ${bank.slice(2)}`
  return assemble(`${address} 33 14 @paid 57 5f 5f 5f 5f 34 ${address} 5a f1 50 00
    :paid 34 ${address} 31 10 @end 57 5f 5f 5f 5f 5f ${address} 5a f1 50 :end 00`)
}

/** Puts `others` and `own` ETH into a bank and lets the thief withdraw its own. Returns the final ETH of each. */
async function robbed(bankCode: string, { others, own }: { others: bigint; own: bigint }): Promise<[bigint, bigint]> {
  const chain = await newChain()
  const bank = await deploy(chain, bankCode)
  const thief = await deploy(chain, thiefOf(bank))
  const ether = 10n ** 18n
  await send(chain, { to: bank, data: '0x', value: others * ether })
  await send(chain, { to: thief, data: '0x', value: own * ether })
  await send(chain, { to: thief, data: '0x' })
  const balanceOf = async (account: Hex) => (await chain.account(account)).balance / ether
  return [await balanceOf(bank), await balanceOf(thief)]
}

it('a bank that pays before it sets the balance to zero loses ten ETH to a customer with one', async () => {
  expect(await robbed(bankOf(`${PAY} ${SET_TO_ZERO}`), { others: 9n, own: 1n })).toEqual([0n, 10n])
  expect(textOf('reentrancy')).toContain('| 10 | 1 | 0 |')
})

it('a bank that sets the balance to zero before it pays loses nothing', async () => {
  expect(await robbed(bankOf(`${SET_TO_ZERO} ${PAY}`), { others: 9n, own: 1n })).toEqual([9n, 1n])
})

it('twenty tickets of the lottery lose one ETH on average, and only the winning one earns 0.9', () => {
  const [blocks, chance, ticket, prize] = [20, 1 / 20, 0.1, 1]
  const results = [blocks * (chance * prize - ticket), blocks * chance * (prize - ticket)]
  expect(results.map((each) => each.toFixed(1))).toEqual(['-1.0', '0.9'])
  expect(textOf('a-bad-lottery')).toContain('| 2.0 | 1.0 | −1.0 |')
  expect(textOf('a-bad-lottery')).toContain('| 0.1 | 1.0 | +0.9 |')
  expect(chance * prize).toBe(0.05)
})

it('the report lists 21 findings, of which 12 are fixed and 9 are left, and two people read 400 lines a day each', () => {
  const rows = [...textOf('how-to-read-an-audit').matchAll(/\| (\d+) \| (\d+) \| (\d+) \|/g)].map((row) =>
    row.slice(1).map(Number),
  )
  const total = [0, 1, 2].map((column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  expect(total).toEqual([21, 12, 9])
  for (const [found = 0, fixed = 0, left] of rows) expect(found - fixed).toBe(left)
  const story = textOf('how-to-read-an-audit')
  for (const said of ['21 problems', 'twelve were found and fixed', 'those nine']) expect(story).toContain(said)
  const pace = 4_000 / 2 / 5
  expect(pace).toBe(400)
  expect(12_000 / (2 * pace)).toBe(numberTo('how-to-read-an-audit', 'days-at-that-pace'))
})

it('shares of 97, 1, 1 and 1 instead of quarters take 4,320 of 1,000 a month from three people in six months', () => {
  const story = textOf('how-to-read-an-audit')
  expect(97 + 1 + 1 + 1).toBe(100)
  const [before, after] = [1_000 / 4, 1_000 / 100]
  expect(story).toContain(`got ${after} a month instead of ${before}`)
  expect(3 * 6 * (before - after)).toBe(4_320)
  expect(story).toContain('lost 4,320 USDC')
})
