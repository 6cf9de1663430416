import { describe, expect, it } from 'vitest'
import { messageFault, nonceOf, signInMessage } from './sign-in-message.rules.ts'

const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const terms = {
  origin: 'https://aura.example',
  chainId: 8453,
  walletAddress: ADA,
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: new Date('2026-03-02T12:00:00Z'),
  expiresAt: new Date('2026-03-02T12:05:00Z'),
  linkTo: null,
} as const
const issuedMessage = signInMessage(terms)
const expected = { origin: terms.origin, chainId: terms.chainId, walletAddress: ADA, issuedMessage }

describe('the message a wallet signs', () => {
  it('is an ERC-4361 text with site, wallet, network, nonce and times', () => {
    expect(issuedMessage.split('\n')).toEqual([
      'aura.example wants you to sign in with your Ethereum account:',
      ADA,
      '',
      'Sign in to Aura with this wallet. This costs nothing and moves nothing.',
      '',
      'URI: https://aura.example',
      'Version: 1',
      'Chain ID: 8453',
      'Nonce: 0123456789abcdef0123456789abcdef',
      'Issued At: 2026-03-02T12:00:00.000Z',
      'Expiration Time: 2026-03-02T12:05:00.000Z',
    ])
  })

  it('must match exactly, except for the case of the address', () => {
    expect(messageFault(issuedMessage, expected)).toBeUndefined()
    expect(messageFault(issuedMessage, { ...expected, walletAddress: ADA.toLowerCase() })).toBeUndefined()
  })

  it.each([
    [
      'another site [access.check-message-domain]',
      { origin: 'https://evil.example' },
      'it was signed for another site',
    ],
    ['another network [access.check-message-chain-id]', { chainId: 1 }, 'it was signed for another network'],
    ['another wallet [access.check-message-address]', { walletAddress: BO }, 'it names another wallet'],
    [
      'another scheme [access.check-message-uri]',
      { origin: 'http://aura.example' },
      'it names another address of the site',
    ],
    ['another nonce', { nonce: 'f'.repeat(32) }, 'it was changed'],
    ['a later end', { expiresAt: new Date('2026-03-02T13:05:00Z') }, 'it was changed'],
  ] as const)('is refused when issued for %s', (_, change, fault) => {
    expect(messageFault(signInMessage({ ...terms, ...change }), expected)).toBe(fault)
  })

  it.each([
    ['text after it [access.check-message-trailing-text]', (text: string) => `${text}\nI also give away my house.`],
    ['text before it', (text: string) => `I also give away my house.\n${text}`],
    ['another statement', (text: string) => text.replace('moves nothing', 'moves everything')],
    ['other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a start before which it is not valid', (text: string) => `${text}\nNot Before: 2026-03-02T12:00:00.000Z`],
  ])('is refused with %s', (_, change) => {
    expect(messageFault(change(issuedMessage), expected)).toBeDefined()
  })

  it('contains its nonce, which no other text yields', () => {
    expect(nonceOf(issuedMessage)).toBe(terms.nonce)
    expect(nonceOf('Please let me in')).toBeUndefined()
    expect(nonceOf('')).toBeUndefined()
  })
})
