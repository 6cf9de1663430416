import { browserStore } from '#lib/browser-storage'

/** Who was signed in last in this browser, and their ring as it was then. All of it is public on their profile. */
export interface Member {
  id: string
  username: string
  days: number
  auraPoints: number
}

const STORED_AS = 'aura-member'

export const rememberMember = (member: Member): void => browserStore.setItem(STORED_AS, JSON.stringify(member))

export const forgetMember = (): void => browserStore.removeItem(STORED_AS)

export function knownMember(): Member | null {
  try {
    const kept = JSON.parse(browserStore.getItem(STORED_AS) ?? 'null')
    const isWhole = typeof kept?.id === 'string' && typeof kept.username === 'string'
    return isWhole && Number.isInteger(kept.days) && Number.isInteger(kept.auraPoints) ? kept : null
  } catch {
    return null
  }
}
