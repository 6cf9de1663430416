import { fetchPicture, isShareable, savePicture, sharePicture } from '#lib/share/share-picture'
import { type BattleDetail, battleTitle, DRAW, nameOf } from './battle-view.ts'
import { copyLink, linkOf, shareBattle } from './share-actions.tsx'

const pictures = new Map<string, Promise<File | null>>()

/** Browsers only share within moments of a press, so the picture is loaded before. */
export function preloadResult({ id }: BattleDetail): void {
  if (!pictures.has(id)) pictures.set(id, loadPicture(id))
}

async function loadPicture(id: string): Promise<File | null> {
  try {
    return await fetchPicture(`/share/battles/${id}.png`, `aura-battle-${id.slice(0, 8)}.png`)
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
  if (isShareable(picture)) return shareFile(battle, picture)
  if (navigator.share !== undefined) return shareBattle(battle)
  savePicture(picture)
  await copyLink(battle, 'Picture saved, link copied')
}

async function shareFile(battle: BattleDetail, picture: File): Promise<void> {
  const winner = [battle.challenger, battle.opponent].find(({ id }) => id === battle.winnerId)
  const title = winner ? `${nameOf(winner)} Wins!` : DRAW
  const text = `${title} ${battleTitle(battle)} ${linkOf(battle)}`
  await sharePicture(picture, { title, text }, () => copyLink(battle))
}
