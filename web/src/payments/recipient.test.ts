import { expect, it } from 'vitest'
import { recipientProblem } from './recipient.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const problem = (text: string) => recipientProblem(text, { own: OWN, contracts: [USDC, null] })

it('takes an address in one case, or with its checksum, with spaces around it [wallet.send-address]', () => {
  for (const address of [OTHER, OTHER.toLowerCase(), `  ${OTHER} `]) expect(problem(address)).toBeNull()
  expect(problem(`0x${OTHER.slice(2).toUpperCase()}`)).toBeNull()
})

it('says what is wrong with any other [wallet.send-address]', () => {
  for (const text of ['', 'ada.eth', OTHER.slice(0, -1), `${OTHER}0`, OTHER.slice(2)]) {
    expect(problem(text)).toContain('whole address')
  }
  expect(problem(OTHER.replace('dc', 'Dc'))).toContain('typo')
  expect(problem(OWN)).toContain('your own')
  expect(problem(OWN.toLowerCase())).toContain('your own')
  expect(problem(USDC)).toContain('contract')
  for (const tail of ['0', '1', '100']) expect(problem(`0x${tail.padStart(40, '0')}`)).toContain('Nobody owns')
})

it('speaks of signing where the address is to be a key [settings.keys-add]', () => {
  const problemOfKey = (text: string) => recipientProblem(text, { own: OWN, contracts: [USDC], use: 'key' })
  expect(problemOfKey(OTHER)).toBeNull()
  expect(problemOfKey(USDC)).toContain('signs nothing')
  expect(problemOfKey(`0x${'1'.padStart(40, '0')}`)).toBe('Nobody owns this address.')
})
