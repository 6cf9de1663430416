import { labSweeperBytecode } from '@aura/contracts/lab/sweeper'
import { encode } from '@aura/lab/bytes'
import { NOBODY } from '@aura/lab/chain'
import { Lab } from '@aura/lab/lab'
import { UNLIMITED, Usdc } from '@aura/lab/usdc'
import {
  concat,
  encodeFunctionData,
  formatUnits,
  keccak256,
  maxUint256,
  parseAbi,
  parseUnits,
  recoverAddress,
  size,
  toFunctionSelector,
  toRlp,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { fileOf, grouped, numberTo, textOf } from './lesson-files.ts'

const SPENDER = '0x51c0000000000000000000000000000000007be2'
const DAY = 86_400
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

const [transactionGas, authorizationGas] = [21_000, 25_000]
const [leftToTheShop, lowered] = [300 - 120, 100]

it.each([
  ['receiving-or-granting', 'collect up to 340'],
  // By ERC-55 an average address has 15 letters, and a wrong one passes 0.0247 per cent of the time, once in 4,049.
  ['addresses-and-lookalikes', 'once in four thousand'],
  ['allowances', `2²⁵⁶ − 1, the largest that fits, with ${String(maxUint256).length} digits`],
  ['allowances', `| A shop | 300 | 120 | ${leftToTheShop} |`],
  ['allowances', `${leftToTheShop + lowered} in all`],
  ['calldata', `${maxUint256.toString(16).length} f’s`],
  ['wallet-previews', `a gain of ${formatUnits(parseUnits('1.21', 18) - parseUnits('1.2', 18), 18)}`],
  ['permit2-and-approval-for-all', '2¹⁶⁰ − 1, the largest amount Permit2 knows'],
  ['eip-7702-delegation', `${grouped(transactionGas + authorizationGas)} before a refund`],
  ['batched-calls', `Three of them are ${grouped(3 * transactionGas)}, and one is ${grouped(transactionGas)}`],
  ['approve-permit-transfer', String(parseUnits('20', 6))],
  ['subscriptions', 'almost nine million years'],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['addresses-and-lookalikes', 'cost-of-a-middle', 16 ** 10 / 16 ** 8],
  ['allowances', 'left-to-take', 350 - 50 - 35 - 15],
  ['allowances', 'quick-spender', 250 - 60 - 33 + 40],
  ['permit2-and-approval-for-all', 'the-collection', 40 + 7 + 5 - 3],
  ['eip-7702-delegation', 'two-authorizations', transactionGas + 2 * authorizationGas],
  ['batched-calls', 'base-gas-saved', 5 * transactionGas],
  ['batched-calls', 'gas-of-half-a-batch', 4 * transactionGas],
  ['approve-permit-transfer', 'decimals-of-an-approval', 7_500_000 / 1e6],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBe(result))

it('the dates behind “nine million years” and the expiration in a question are right', () => {
  const years = (2 ** 48 - 1) / (365.25 * DAY)
  expect([years > 8_900_000, years < 9_000_000]).toEqual([true, true])
  const deadline = Date.UTC(2031, 0, 1) / 1_000
  expect(fileOf('permit2-and-approval-for-all', 'lesson.json')).toContain(`expiration ${deadline + 365 * DAY}`)
})

it('anybody may make a transfer of zero in another’s name, and none of more', async () => {
  const { lab, usdc, spender: thief } = await openLab()
  const before = await usdc.balance(lab.me)
  const last = async () => (await lab.chain.mine(2)).receipts.at(-1)
  await usdc.transferFrom(thief, lab.me, SPENDER, 0n)
  expect(await last()).toMatchObject({
    succeeded: true,
    logs: [{ topics: expect.arrayContaining([expect.stringMatching(`${lab.me.slice(2)}$`)]) }],
  })
  await usdc.transferFrom(thief, lab.me, SPENDER, 1n)
  expect(await last()).toMatchObject({ succeeded: false })
  expect(await usdc.balance(lab.me)).toBe(before)
})

it('a new approval replaces the old one, so a quick spender takes both, and an unlimited one covers every balance', async () => {
  const { lab, usdc, spender } = await openLab()
  const take = (amount: string) => usdc.transferFrom(spender, lab.me, spender, parseUnits(amount, 6))
  for (const amount of ['180', '100']) {
    await usdc.approve(lab.me, spender, parseUnits(amount, 6))
    await lab.chain.mine(2)
    expect(await usdc.allowance(lab.me, spender)).toBe(parseUnits(amount, 6))
    await take(amount)
    await lab.chain.mine(2)
  }
  await usdc.approve(lab.me, spender, UNLIMITED)
  await lab.chain.mine(2)
  await take('40')
  await lab.chain.mine(2)
  expect(await usdc.balance(spender)).toBe(parseUnits('320', 6))
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

it('an authorization signs the chain, the code’s address and the nonce, and a delegated account holds 23 bytes', async () => {
  const authorization = await OWNER.signAuthorization({ chainId: 0, address: SPENDER, nonce: 12 })
  // EIP-7702: keccak256(0x05 || rlp([chain_id, address, nonce])), where zero is encoded as nothing.
  const hash = keccak256(concat(['0x05', toRlp(['0x', SPENDER, '0x0c'])]))
  const { r, s, yParity } = authorization
  expect(await recoverAddress({ hash, signature: { r, s, yParity: yParity ?? 0 } })).toBe(OWNER.address)
  expect(size(concat(['0xef0100', zeroAddress]))).toBe(23)
  expect(textOf('eip-7702-delegation')).toContain('holds 23 bytes')
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
