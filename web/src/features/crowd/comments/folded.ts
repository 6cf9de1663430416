const STORED_AS = 'aura-comments-folded'

export function isLaneFolded(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === 'yes'
  } catch {
    return false
  }
}

export function keepLaneFolded(isFolded: boolean): void {
  try {
    if (isFolded) localStorage.setItem(STORED_AS, 'yes')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Storage may be blocked; the choice then lasts until the page is closed.
  }
}
