import { getAddress, size } from 'viem'
import { utcMinute } from '#platform/utc-text'

interface NoticedKey {
  /** Null if it isn't known. */
  key: string | null
  /** Name of the passkey, if it is one of its owner's here. */
  name: string | undefined
  /** The time until which it signs; null unless it is leaving. */
  until: Date | null
}

const WALLET_BYTES = 20

function nameOf({ key, name }: Omit<NoticedKey, 'until'>): string {
  if (name !== undefined) return `“${name}”`
  if (key !== null && size(key as `0x${string}`) === WALLET_BYTES) {
    const address = getAddress(key)
    return `${address.slice(0, 6)}...${address.slice(-4)}`
  }
  return 'A passkey that Aura doesn’t know'
}

/** Texts of the notices about keys of an account contract, by what happened. */
export const keyNotices = {
  added: (key: NoticedKey) => ({
    title: 'A key was added to your wallet',
    message: `${nameOf(key)} can now move your USDC. If that wasn’t you, move it out now: someone else has a key to your wallet.`,
  }),
  leaving: (key: NoticedKey) => ({
    title: 'A key is leaving your wallet',
    message: `${nameOf(key)} signs until ${utcMinute(key.until as Date)}. If that wasn’t you, press Keep this key in Settings.`,
  }),
  stays: (key: NoticedKey) => ({
    title: 'A key removal was stopped',
    message: `${nameOf(key)} keeps signing for your wallet.`,
  }),
}
