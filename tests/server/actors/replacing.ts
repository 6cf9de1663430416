import type { Actor } from './actors.ts'

/** Replaces the account's wallet with another, using the signatures of both. */
export async function replaceWallet(who: Actor, by: Actor['wallet']): Promise<void> {
  const signed = async (wallet: Actor['wallet'], query: { purpose: 'link' | 'replace'; replacedBy?: string }) => {
    const { message } = await who.call('GET /api/auth/nonce', { query: { walletAddress: wallet.address, ...query } })
    return { message, signature: await wallet.signMessage({ message }) }
  }
  const proof = await signed(by, { purpose: 'link' })
  const replacing = await signed(who.wallet, { purpose: 'replace', replacedBy: by.address })
  await who.call('POST /api/auth/link-wallet', { body: { walletAddress: by.address, ...proof, replacing } })
  Object.assign(who, { wallet: by })
}
