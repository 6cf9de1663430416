import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, maxUint256, parseAbi, parseUnits, size, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'

const SPENDER = '0x51c0000000000000000000000000000000007be2'
const ERC20 = parseAbi(['function approve(address spender, uint256 amount)'])

const file = (path: string) => readFileSync(join(import.meta.dirname, '../lessons', path), 'utf8')
const text = (folder: string) => file(`${folder}/content.md`)

/** Returns the answer of a question that asks for a number. */
function answerOf(folder: string, question: string): number {
  const { questions } = JSON.parse(file(`${folder}/lesson.json`)) as { questions: { id: string; answer: string }[] }
  return Number(questions.find(({ id }) => id === question)?.answer)
}

it('a payment of 25 and a permission for 40 put 65 USDC out of 340 at risk', () => {
  expect(answerOf('17-receiving-or-granting', 'what-could-go')).toBe(25 + 40)
})

it('one wrong character passes the checksum of an address about once in four thousand times', () => {
  // By ERC-55 an average address has 15 letters, and a wrong one passes 0.0247 per cent of the time.
  expect(Math.round(1 / 0.000247)).toBe(4049)
  expect(text('18-addresses-and-lookalikes')).toContain('once in four thousand')
})

it('four hex digits at each end of an address are matched once in 4,294,967,296 keys, and two more cost 256 times that', () => {
  expect(16 ** 8).toBe(4_294_967_296)
  expect(16 ** 10 / 16 ** 8).toBe(answerOf('18-addresses-and-lookalikes', 'cost-of-a-middle'))
})

it('an unlimited allowance is 2²⁵⁶ − 1 and has 78 digits', () => {
  expect(maxUint256).toBe(2n ** 256n - 1n)
  expect(`${maxUint256}`).toHaveLength(78)
  expect(text('19-allowances')).toContain('2²⁵⁶ − 1, the largest that fits, with 78 digits')
})

it('an allowance is what was allowed less what was collected, and a quick spender gets the old and the new one', () => {
  const [shop, lowered] = [300 - 120, 100]
  expect(text('19-allowances')).toContain(`| A shop | 300 | 120 | ${shop} |`)
  expect(text('19-allowances')).toContain(`${shop + lowered} in all`)
  expect(answerOf('19-allowances', 'left-to-take')).toBe(250 - 90)
  expect(answerOf('19-allowances', 'quick-spender')).toBe(150 + 40)
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
    expect(text('20-calldata')).toContain(`| \`${selector}\` |`)
  }
})

it('another function has the selector of transfer', () => {
  expect(toFunctionSelector('many_msg_babbage(bytes1)')).toBe(toFunctionSelector('transfer(address,uint256)'))
  expect(text('20-calldata')).toContain('many_msg_babbage(bytes1)')
})

it('an approval of 20 USDC is 68 bytes, 138 characters with 0x, and ends in 1312d00', () => {
  const data = encodeFunctionData({ abi: ERC20, functionName: 'approve', args: [SPENDER, parseUnits('20', 6)] })
  expect(size(data)).toBe(answerOf('20-calldata', 'bytes-of-approve'))
  expect(data).toHaveLength(138)
  expect(data.startsWith('0x095ea7b3')).toBe(true)
  expect(data.endsWith('0001312d00')).toBe(true)
  // The address is padded with twelve bytes, 24 characters.
  expect(data.slice(10, 34)).toBe('0'.repeat(24))
  expect(text('20-calldata')).toContain('20,000,000')
})

it('the largest number is 64 f’s in hex', () => {
  expect(maxUint256.toString(16)).toBe('f'.repeat(64))
  expect(text('20-calldata')).toContain('64 f’s')
})

it('the preview promises 0.01 ETH for 1.2 sent along, and the real run loses what was sent', () => {
  expect(parseUnits('1.21', 18) - parseUnits('1.2', 18)).toBe(parseUnits('0.01', 18))
  expect(text('21-wallet-previews')).toContain('a gain of 0.01')
  expect(answerOf('21-wallet-previews', 'the-switch')).toBe(0.8)
})

it('7500000 of the smallest unit is 7.5 USDC, and 20000000 is 20', () => {
  expect(7_500_000 / 1e6).toBe(answerOf('22-approve-permit-transfer', 'decimals-of-an-approval'))
  expect(parseUnits('20', 6)).toBe(20_000_000n)
  expect(text('22-approve-permit-transfer')).toContain('20000000')
})
