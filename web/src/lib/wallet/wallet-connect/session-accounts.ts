import type { Session } from './sign-client.ts'

/** A CAIP-10 account, such as `eip155:8453:0xabc…`. */
const ACCOUNT = /^eip155:(\d+):(0x[0-9a-fA-F]{40})$/

interface ChainAccount {
  chainId: number
  address: string
}

/** Returns a session's EVM accounts in order; malformed and other accounts are skipped. */
function accountsOf({ namespaces }: Session): ChainAccount[] {
  return (namespaces.eip155?.accounts ?? []).flatMap((name) => {
    const [, chainId, address] = ACCOUNT.exec(name) ?? []
    return chainId && address ? [{ chainId: Number(chainId), address }] : []
  })
}

export const addressesOn = (session: Session, chainId: number): string[] =>
  accountsOf(session)
    .filter((account) => account.chainId === chainId)
    .map(({ address }) => address)

/** Returns the initial network: the requested one if allowed, else the first allowed one, else null. */
export function firstChain(session: Session, wanted: number): number | null {
  const accounts = accountsOf(session)
  return (accounts.find(({ chainId }) => chainId === wanted) ?? accounts[0])?.chainId ?? null
}

export const allows = ({ namespaces }: Session, method: string): boolean =>
  namespaces.eip155?.methods.includes(method) ?? false

/** Returns the addresses in a wallet event, plain or CAIP-10, and drops invalid entries. */
export const addressesIn = (announced: unknown): string[] =>
  Array.isArray(announced)
    ? announced.flatMap((name) => (typeof name === 'string' && /(?:^|:)(0x[0-9a-fA-F]{40})$/.exec(name)?.[1]) || [])
    : []

/** Returns the network in a wallet event: a number, `0x2105`, `8453` or `eip155:8453`; null for other values. */
export function chainIn(announced: unknown): number | null {
  const text = typeof announced === 'string' ? announced.replace(/^eip155:/, '') : announced
  const id = typeof text === 'number' || (typeof text === 'string' && text !== '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
