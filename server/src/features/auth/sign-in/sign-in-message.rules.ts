import { createSiweMessage, parseSiweMessage } from 'viem/siwe'

export interface SignInTerms {
  origin: string
  chainId: number
  walletAddress: `0x${string}`
  nonce: string
  issuedAt: Date
  expiresAt: Date
  statement?: string
}

const SIGN_IN = 'Sign in to Aura with this wallet. This costs nothing and moves nothing.'

export interface NamedAccount {
  id: string
  username: string
}

export const statements = {
  signIn: SIGN_IN,
  link: ({ username }: NamedAccount) =>
    `Link this wallet to the Aura account ${username}. This costs nothing and moves nothing.`,
  replace: ({ username }: NamedAccount, by: string) =>
    `Let ${by} take the place of this wallet on the Aura account ${username}. This costs nothing and moves nothing.`,
  signInAgain: ({ username }: NamedAccount) =>
    `Confirm that it is you on the Aura account ${username}. This costs nothing and moves nothing.`,
  deleteAccount: ({ username }: NamedAccount) =>
    `Delete your Aura account ${username}, for good. Points, Steeze and streak are lost. This costs nothing.`,
  disconnect: ({ username }: NamedAccount, provider: string) =>
    `Disconnect ${provider} from the Aura account ${username}. You can no longer sign in with it. This costs nothing.`,
  removePasskey: ({ username }: NamedAccount) =>
    `Remove a passkey from the Aura account ${username}. You can no longer sign in with it. This costs nothing.`,
}

export function signInMessage(terms: SignInTerms): string {
  const { origin, chainId, walletAddress, nonce, issuedAt, expiresAt, statement = statements.signIn } = terms
  return createSiweMessage({
    domain: new URL(origin).host,
    address: walletAddress,
    statement,
    uri: origin,
    version: '1',
    chainId,
    nonce,
    issuedAt,
    expirationTime: expiresAt,
  })
}

export const nonceOf = (message: string): string | undefined => parseSiweMessage(message).nonce

/** Returns why the text is not the issued message; undefined if it matches exactly. */
export function messageFault(
  message: string,
  expected: { origin: string; chainId: number; walletAddress: string; issuedMessage: string },
): string | undefined {
  const parsed = parseSiweMessage(message)
  if (parsed.domain !== new URL(expected.origin).host) return 'it was signed for another site'
  if (parsed.uri !== expected.origin) return 'it names another address of the site'
  if (parsed.chainId !== expected.chainId) return 'it was signed for another network'
  if (parsed.address?.toLowerCase() !== expected.walletAddress.toLowerCase()) return 'it names another wallet'
  // This covers the statement, the times, and any text around the parsed part.
  if (message !== expected.issuedMessage) return 'it was changed'
  return undefined
}
