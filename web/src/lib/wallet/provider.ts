/** A wallet as a page sees it (EIP-1193). */
export interface WalletProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

/** A wallet's card (EIP-6963): who it says it is, and how to talk to it. */
export interface AnnouncedWallet {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: WalletProvider
}

/** The accounts in a wallet's answer; anything else in it is dropped. */
export const accountsIn = (answer: unknown): string[] =>
  Array.isArray(answer) ? answer.filter((a): a is string => typeof a === 'string') : []

/** Addresses are one and the same in any case. */
export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
