import { labSweeperBytecode } from '@aura/contracts/lab/sweeper'
import { encode } from '@aura/lab/bytes'
import { NOBODY } from '@aura/lab/chain'
import { Lab } from '@aura/lab/lab'
import { UNLIMITED, Usdc } from '@aura/lab/usdc'
import {
  concat,
  encodeFunctionData,
  isAddress,
  keccak256,
  maxUint160,
  maxUint256,
  parseAbi,
  parseUnits,
  recoverAddress,
  recoverTypedDataAddress,
  size,
  toFunctionSelector,
  toRlp,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { fileOf, numberTo, textOf } from './lesson-files.ts'

const SPENDER = '0x51c0000000000000000000000000000000007be2'
/** A key for examples without any funds. */
const OWNER = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const ERC20 = parseAbi(['function approve(address spender, uint256 amount)'])

/** Returns a chain on which `me` holds 900 USDC and some ETH, beside a spender and a sponsor with ETH. */
async function openLab() {
  const lab = new Lab(`0x${'24'.repeat(32)}`)
  const [spender, sponsor] = [lab.account('spender'), lab.account('sponsor')]
  for (const account of [lab.me, spender, sponsor]) await lab.chain.fund(account, 10n ** 18n)
  const usdc = await Usdc.deploy(lab, sponsor)
  await usdc.mint(sponsor, lab.me, parseUnits('900', 6))
  await lab.chain.mine(2)
  return { lab, usdc, spender, sponsor }
}

it('a payment needs its sender’s signature alone, and a permission its owner’s alone', async () => {
  const { lab, usdc, spender, sponsor } = await openLab()
  const ligaya = lab.account('ligaya')
  await usdc.mint(sponsor, sponsor, parseUnits('80', 6))
  await usdc.transfer(sponsor, ligaya, parseUnits('80', 6))
  await lab.chain.mine(2)
  expect(await usdc.balance(ligaya)).toBe(parseUnits('80', 6))

  const before = await usdc.balance(lab.me)
  await usdc.approve(lab.me, spender, parseUnits('340', 6))
  await lab.chain.mine(2)
  expect(await usdc.balance(lab.me)).toBe(before)
  await usdc.transferFrom(spender, lab.me, spender, parseUnits('340', 6))
  await lab.chain.mine(2)
  expect(await usdc.balance(lab.me)).toBe(before - parseUnits('340', 6))
  expect(textOf('receiving-or-granting')).toContain('collect up to 340')
})

it('one wrong character passes the checksum of an address about once in four thousand times', () => {
  // By ERC-55 an average address has 15 letters, and a wrong one passes 0.0247 per cent of the time.
  expect(Math.round(1 / 0.000247)).toBe(4049)
  expect(textOf('addresses-and-lookalikes')).toContain('once in four thousand')
})

it('a mistyped digit breaks the checksum, and so do two neighbours that change places', () => {
  const characters = [...OWNER.address.slice(2)]
  const isValid = (changed: readonly string[]) => isAddress(`0x${changed.join('')}`, { strict: true })
  expect(isValid(characters)).toBe(true)
  const digitsAt = [...characters.keys()].filter((at) => /\d/.test(characters[at] ?? ''))
  expect(digitsAt.length).toBeGreaterThan(10)
  for (const at of digitsAt) expect(isValid(characters.with(at, characters[at] === '7' ? '1' : '7'))).toBe(false)
  for (let at = 1; at < characters.length; at++) {
    const [one = '', other = ''] = characters.slice(at - 1, at + 1)
    if (one === other) continue
    expect(isValid(characters.with(at - 1, other).with(at, one))).toBe(false)
  }
})

it('four hex digits at each end of an address are matched once in 4,294,967,296 keys, and two more cost 256 times that', () => {
  expect(16 ** 8).toBe(4_294_967_296)
  expect(16 ** 10 / 16 ** 8).toBe(numberTo('addresses-and-lookalikes', 'cost-of-a-middle'))
})

it('anybody may make a transfer of zero in another’s name, and none of more', async () => {
  const { lab, usdc, spender: thief } = await openLab()
  const before = await usdc.balance(lab.me)
  const last = async () => (await lab.chain.mine(2)).receipts.at(-1)?.succeeded
  await usdc.transferFrom(thief, lab.me, SPENDER, 0n)
  expect(await last()).toBe(true)
  await usdc.transferFrom(thief, lab.me, SPENDER, 1n)
  expect(await last()).toBe(false)
  expect(await usdc.balance(lab.me)).toBe(before)
})

it('an unlimited allowance is 2²⁵⁶ − 1 and has 78 digits', () => {
  expect(maxUint256).toBe(2n ** 256n - 1n)
  expect(`${maxUint256}`).toHaveLength(78)
  expect(textOf('allowances')).toContain('2²⁵⁶ − 1, the largest that fits, with 78 digits')
})

it('an allowance is what was allowed less what was collected, and a quick spender gets the old and the new one', () => {
  const [shop, lowered] = [300 - 120, 100]
  expect(textOf('allowances')).toContain(`| A shop | 300 | 120 | ${shop} |`)
  expect(textOf('allowances')).toContain(`${shop + lowered} in all`)
  expect(numberTo('allowances', 'left-to-take')).toBe(350 - 50 - 35 - 15)
  expect(numberTo('allowances', 'quick-spender')).toBe(250 - 60 - 33 + 40)
})

it('a spender who is quick takes 180 before a change to 100, and 100 after it', async () => {
  const { lab, usdc, spender } = await openLab()
  await usdc.approve(lab.me, spender, parseUnits('180', 6))
  await lab.chain.mine(2)
  await usdc.transferFrom(spender, lab.me, spender, parseUnits('180', 6))
  await lab.chain.mine(2)
  await usdc.approve(lab.me, spender, parseUnits('100', 6))
  await lab.chain.mine(2)
  await usdc.transferFrom(spender, lab.me, spender, parseUnits('100', 6))
  await lab.chain.mine(2)
  expect(await usdc.balance(spender)).toBe(parseUnits('280', 6))
})

it('a new approval replaces the old one, and what 40 taken leave of an unlimited one covers every balance', async () => {
  const { lab, usdc, spender } = await openLab()
  await usdc.approve(lab.me, spender, parseUnits('200', 6))
  await usdc.approve(lab.me, spender, parseUnits('60', 6))
  await lab.chain.mine(2)
  expect(await usdc.allowance(lab.me, spender)).toBe(parseUnits('60', 6))
  await usdc.approve(lab.me, spender, UNLIMITED)
  await lab.chain.mine(2)
  await usdc.transferFrom(spender, lab.me, spender, parseUnits('40', 6))
  await lab.chain.mine(2)
  expect(await usdc.balance(spender)).toBe(parseUnits('40', 6))
  // USDC decrements the allowance; many tokens don’t (ERC20.sol of OpenZeppelin).
  expect(await usdc.allowance(lab.me, spender)).toBeGreaterThan(2n ** 255n)
})

it('the selectors in the lessons are those of the functions', () => {
  const functions = {
    'transfer(address,uint256)': 'a9059cbb',
    'approve(address,uint256)': '095ea7b3',
    'setApprovalForAll(address,bool)': 'a22cb465',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': 'd505accf',
  }
  for (const [signature, selector] of Object.entries(functions)) {
    expect(toFunctionSelector(signature)).toBe(`0x${selector}`)
    expect(textOf('calldata')).toContain(`| \`${selector}\` |`)
  }
})

it('another function has the selector of transfer', () => {
  expect(toFunctionSelector('many_msg_babbage(bytes1)')).toBe(toFunctionSelector('transfer(address,uint256)'))
  expect(textOf('calldata')).toContain('many_msg_babbage(bytes1)')
})

it('an approval of 20 USDC is 68 bytes, 138 characters with 0x, and ends in 1312d00', () => {
  const data = encodeFunctionData({ abi: ERC20, functionName: 'approve', args: [SPENDER, parseUnits('20', 6)] })
  expect(size(data)).toBe(numberTo('calldata', 'bytes-of-approve'))
  expect(data).toHaveLength(138)
  expect(data.startsWith('0x095ea7b3')).toBe(true)
  expect(data.endsWith('0001312d00')).toBe(true)
  // The address is padded with twelve bytes, 24 characters.
  expect(data.slice(10, 34)).toBe('0'.repeat(24))
  expect(textOf('calldata')).toContain('20,000,000')
})

it('the largest number is 64 f’s in hex', () => {
  expect(maxUint256.toString(16)).toBe('f'.repeat(64))
  expect(textOf('calldata')).toContain('64 f’s')
})

it('the preview promises 0.01 ETH for 1.2 sent along', () => {
  expect(parseUnits('1.21', 18) - parseUnits('1.2', 18)).toBe(parseUnits('0.01', 18))
  expect(textOf('wallet-previews')).toContain('a gain of 0.01')
})

it('the largest amount of Permit2 is 2¹⁶⁰ − 1', () => {
  expect(maxUint160).toBe(2n ** 160n - 1n)
  expect(textOf('permit2-and-approval-for-all')).toContain('2¹⁶⁰ − 1, the largest amount Permit2 knows')
})

it('one signature of a PermitBatch covers every token of its list, and no other list', async () => {
  const details = ['0xa1', '0xb2', '0xc3'].map((token) => ({
    token: token.padEnd(42, '0') as `0x${string}`,
    amount: maxUint160,
    expiration: 1_956_528_000,
    nonce: 0,
  }))
  const typed = {
    domain: { name: 'Permit2', chainId: 8453, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
    types: {
      PermitBatch: [
        { name: 'details', type: 'PermitDetails[]' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    primaryType: 'PermitBatch',
    message: { details, spender: SPENDER, sigDeadline: 1_924_992_000n },
  } as const
  const signature = await OWNER.signTypedData(typed)
  expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(OWNER.address)
  const shorter = { ...typed, message: { ...typed.message, details: details.slice(1) } }
  expect(await recoverTypedDataAddress({ ...shorter, signature })).not.toBe(OWNER.address)
})

it('the expiration in the question lies a year after the deadline', () => {
  expect((1_956_528_000 - 1_924_992_000) / 86_400).toBe(365)
  expect(new Date(1_924_992_000_000).toISOString()).toBe('2031-01-01T00:00:00.000Z')
  expect(fileOf('permit2-and-approval-for-all', 'lesson.json')).toContain('expiration 1956528000')
})

it('an approval for all covers what is held when it is used, 49 prints, and 40 at 0.05 ETH are 2 ETH', () => {
  expect(numberTo('permit2-and-approval-for-all', 'the-collection')).toBe(40 + 7 + 5 - 3)
  expect(40n * parseUnits('0.05', 18)).toBe(parseUnits('2', 18))
})

it('an authorization signs the chain, the code’s address and the nonce, and a delegated account holds 23 bytes', async () => {
  const authorization = await OWNER.signAuthorization({ chainId: 0, address: SPENDER, nonce: 12 })
  // EIP-7702: keccak256(0x05 || rlp([chain_id, address, nonce])), where zero is encoded as nothing.
  const hash = keccak256(concat(['0x05', toRlp(['0x', SPENDER, '0x0c'])]))
  const { r, s, yParity } = authorization
  expect(await recoverAddress({ hash, signature: { r, s, yParity: yParity ?? 0 } })).toBe(OWNER.address)
  expect(size(concat(['0xef0100', zeroAddress]))).toBe(23)
  expect(textOf('eip-7702-delegation')).toContain('holds 23 bytes')
})

it('a transaction with one authorization costs 46,000 gas before a refund, and with two it costs 71,000', () => {
  const [transaction, perAuthorization] = [21_000, 25_000]
  expect((transaction + perAuthorization).toLocaleString('en')).toBe('46,000')
  expect(textOf('eip-7702-delegation')).toContain('46,000 before a refund')
  expect(numberTo('eip-7702-delegation', 'two-authorizations')).toBe(transaction + 2 * perAuthorization)
})

it('a sweeper passes on what arrives, a failure leaves it in place, and a sponsor ends it for 46,000 gas and a refund', async () => {
  const { lab, sponsor, spender: thief } = await openLab()
  const { chain, me } = lab
  const code = await lab.deploy(thief, labSweeperBytecode, thief)
  const nonce = async () => (await chain.account(me)).nonce
  const mined = async () => (await chain.mine(2)).receipts.at(-1)

  // The call fails, but the delegation stays.
  const data = encode('noSuchFunction()')
  await lab.send(thief, { to: code, data, authorizations: [lab.authorize(code, await nonce())], gas: 250_000n })
  expect((await mined())?.succeeded).toBe(false)
  expect(await chain.code(me)).toHaveLength(23)

  const before = (await chain.account(thief)).balance
  await lab.send(sponsor, { to: me, value: parseUnits('0.05', 18) })
  await chain.mine(2)
  expect((await chain.account(thief)).balance - before).toBeGreaterThanOrEqual(parseUnits('0.05', 18))
  expect((await chain.account(me)).balance).toBe(0n)

  // A stale nonce is skipped without an error.
  await lab.send(sponsor, { to: sponsor, authorizations: [lab.authorize(NOBODY, (await nonce()) - 1n)] })
  expect((await mined())?.succeeded).toBe(true)
  expect(await chain.code(me)).toHaveLength(23)

  await lab.send(sponsor, { to: sponsor, authorizations: [lab.authorize(NOBODY, await nonce())] })
  // The refund of 12,500 is capped at a fifth of the gas used (EIP-3529).
  expect((await mined())?.gasUsed).toBe(46_000n - 46_000n / 5n)
  expect(await chain.code(me)).toHaveLength(0)
})

it('three transactions cost 63,000 gas before they do anything, four 84,000, and a batch of six saves 105,000', () => {
  expect(3 * 21_000).toBe(63_000)
  expect(textOf('batched-calls')).toContain('Three of them are 63,000, and one is 21,000')
  expect(numberTo('batched-calls', 'base-gas-saved')).toBe(5 * 21_000)
  expect(numberTo('batched-calls', 'gas-of-half-a-batch')).toBe(4 * 21_000)
})

it('7500000 of the smallest unit is 7.5 USDC, and 20000000 is 20', () => {
  expect(7_500_000 / 1e6).toBe(numberTo('approve-permit-transfer', 'decimals-of-an-approval'))
  expect(parseUnits('20', 6)).toBe(20_000_000n)
  expect(textOf('approve-permit-transfer')).toContain('20000000')
})

const DAY = 86_400

/** A spend permission by the rules of SpendPermissionManager: `spend` says whether a charge at `time` is accepted. */
function spendPermission({
  allowance,
  period,
  end = 2 ** 48 - 1,
}: {
  allowance: number
  period: number
  end?: number
}) {
  let last = { start: 0, spent: 0 }
  return {
    spend(time: number, amount: number): boolean {
      if (time >= end) return false
      const start = time - (time % period)
      const spent = amount + (start === last.start ? last.spent : 0)
      if (spent > allowance) return false
      last = { start, spent }
      return true
    },
  }
}

it('a spend permission resets with its periods, carries nothing over, and can be used twice around their border', () => {
  const podcast = spendPermission({ allowance: 5, period: 30 * DAY })
  expect([3, 20, 60].map((day) => podcast.spend(day * DAY, 5))).toEqual([true, false, true])
  const service = spendPermission({ allowance: 8, period: 30 * DAY })
  expect((Date.UTC(2026, 4, 1) - Date.UTC(2026, 0, 1)) / 1_000).toBe(4 * 30 * DAY)
  expect([9, 8].map((amount) => service.spend(120 * DAY, amount))).toEqual([false, true])
  expect(numberTo('subscriptions', 'four-quiet-months')).toBe(8)
  const touching = spendPermission({ allowance: 8, period: 30 * DAY })
  expect([150 * DAY - 1, 150 * DAY].map((time) => touching.spend(time, 8))).toEqual([true, true])
  expect(numberTo('subscriptions', 'two-days')).toBe(16)
})

it('in 365 days four permissions take 260, 300, 325 and 365 USDC', () => {
  const taken = (allowance: number, period: number, end?: number) => {
    const permission = spendPermission({
      allowance,
      period: period * DAY,
      ...(end === undefined ? {} : { end: end * DAY }),
    })
    return (
      Array.from({ length: 365 }, (_, day) => permission.spend(day * DAY, allowance)).filter(Boolean).length * allowance
    )
  }
  expect([taken(130, 30, 60), taken(25, 30), taken(1, 1)]).toEqual([260, 325, 365])
  const { questions } = JSON.parse(fileOf('subscriptions', 'lesson.json')) as {
    questions: { id: string; explanation: string }[]
  }
  expect(questions.find(({ id }) => id === 'worst-year')?.explanation).toContain('260, 300, 325 and 365')
})

it('a permission without an end lasts almost nine million years', () => {
  const years = (2 ** 48 - 1) / (365.25 * DAY)
  expect(years).toBeGreaterThan(8_900_000)
  expect(years).toBeLessThan(9_000_000)
  expect(textOf('subscriptions')).toContain('almost nine million years')
})
