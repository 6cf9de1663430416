import { browserStore } from '#lib/browser-storage'

const STORED_AS = 'aura-comments-folded'

export const isLaneFolded = (): boolean => browserStore.getItem(STORED_AS) === 'yes'

export function keepLaneFolded(isFolded: boolean): void {
  if (isFolded) browserStore.setItem(STORED_AS, 'yes')
  else browserStore.removeItem(STORED_AS)
}
