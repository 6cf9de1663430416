export interface WalletProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: never) => void): unknown
  removeListener?(event: string, listener: (value: never) => void): unknown
}

export interface AnnouncedWallet {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: WalletProvider
}

export const accountsIn = (answer: unknown): string[] =>
  Array.isArray(answer) ? answer.filter((a): a is string => typeof a === 'string') : []

export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
