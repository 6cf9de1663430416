/** Which wallet was used last, so that a later visit can pick it up. Never an address: the wallet is asked for that. */
const STORED_AS = 'aura-wallet'

/** Its reverse domain name, or null. */
export function rememberedWallet(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}

/** Called once a wallet has connected. */
export function rememberWallet(rdns: string): void {
  try {
    localStorage.setItem(STORED_AS, rdns)
  } catch {
    // Storage may be blocked: the wallet is then chosen anew next time.
  }
}
