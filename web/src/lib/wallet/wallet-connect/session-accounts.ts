import type { Session } from './sign-client.ts'

/** An account as WalletConnect names it, such as `eip155:8453:0xabc…`. */
const ACCOUNT = /^eip155:(\d+):(0x[0-9a-fA-F]{40})$/

interface ChainAccount {
  chainId: number
  address: string
}

/** The accounts a session allows, in its order; what is of other kinds of networks, or broken, is left out. */
function accountsOf({ namespaces }: Session): ChainAccount[] {
  return (namespaces.eip155?.accounts ?? []).flatMap((name) => {
    const [, chainId, address] = ACCOUNT.exec(name) ?? []
    return chainId && address ? [{ chainId: Number(chainId), address }] : []
  })
}

/** The addresses a session allows on a network. */
export const addressesOn = (session: Session, chainId: number): string[] =>
  accountsOf(session)
    .filter((account) => account.chainId === chainId)
    .map(({ address }) => address)

/** The network to start on: the one that was asked for, else the first that was allowed; null where none was. */
export function firstChain(session: Session, wanted: number): number | null {
  const accounts = accountsOf(session)
  return (accounts.find(({ chainId }) => chainId === wanted) ?? accounts[0])?.chainId ?? null
}

/** Whether the wallet said it would answer a method. */
export const allows = ({ namespaces }: Session, method: string): boolean =>
  namespaces.eip155?.methods.includes(method) ?? false

/** Addresses in what a wallet announces: plain, or named with their network. Anything else is dropped. */
export const addressesIn = (announced: unknown): string[] =>
  Array.isArray(announced)
    ? announced.flatMap((name) => (typeof name === 'string' && /(?:^|:)(0x[0-9a-fA-F]{40})$/.exec(name)?.[1]) || [])
    : []

/** The network in what a wallet announces: a number, `0x2105`, `8453` or `eip155:8453`; null for anything else. */
export function chainIn(announced: unknown): number | null {
  const text = typeof announced === 'string' ? announced.replace(/^eip155:/, '') : announced
  const id = typeof text === 'number' || (typeof text === 'string' && text !== '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
