import { type BattleDetail, battleTitle, DRAW, nameOf } from './battle-view.ts'
import { copyLink, linkOf, shareBattle } from './share-actions.tsx'

const pictures = new Map<string, Promise<File | null>>()

/** Browsers only share within moments of a press, so the picture is loaded before. */
export function preloadResult({ id }: BattleDetail): void {
  if (!pictures.has(id)) pictures.set(id, loadPicture(id))
}

async function loadPicture(id: string): Promise<File | null> {
  try {
    const response = await fetch(`/share/battles/${id}.png`)
    if (!response.ok) throw new Error(`the picture was answered ${response.status}`)
    return new File([await response.blob()], `aura-battle-${id.slice(0, 8)}.png`, { type: 'image/png' })
  } catch {
    // Another press tries again.
    pictures.delete(id)
    return null
  }
}

/** Shares the result's picture with its link; where files can't be shared, the link, or the saved picture and the link. */
export async function shareResult(battle: BattleDetail): Promise<void> {
  preloadResult(battle)
  const picture = await pictures.get(battle.id)
  if (!picture) return shareBattle(battle)
  if (navigator.canShare?.({ files: [picture] })) return shareFile(battle, picture)
  if (navigator.share !== undefined) return shareBattle(battle)
  save(picture)
  await copyLink(battle, 'Picture saved, link copied')
}

async function shareFile(battle: BattleDetail, picture: File): Promise<void> {
  const winner = [battle.challenger, battle.opponent].find(({ id }) => id === battle.winnerId)
  const title = winner ? `${nameOf(winner)} Wins!` : DRAW
  try {
    await navigator.share({ files: [picture], title, text: `${title} ${battleTitle(battle)} ${linkOf(battle)}` })
  } catch (error) {
    // Closing the share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(battle)
  }
}

function save(picture: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = picture.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
