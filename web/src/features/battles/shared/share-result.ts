import { saveFile } from '#lib/share/save-file'
import { fetchPicture, isShareable, shareFile } from '#lib/share/share-picture'
import { type BattleDetail, battleTitle, DRAW, nameOf } from './battle-view.ts'
import { copyLink, linkOf, shareBattle } from './share-battle.ts'

const pictures = new Map<string, Promise<File | null>>()

/** Loads the picture ahead, because browsers only share shortly after a press. */
export function preloadResult({ id }: BattleDetail): void {
  if (!pictures.has(id)) pictures.set(id, loadPicture(id))
}

async function loadPicture(id: string): Promise<File | null> {
  try {
    return await fetchPicture(`/share/battles/${id}.jpg`, `aura-battle-${id.slice(0, 8)}.jpg`)
  } catch {
    pictures.delete(id)
    return null
  }
}

/** Shares the result's picture with its link, or else saves it and copies the link; without one, the link. */
export async function shareResult(battle: BattleDetail): Promise<void> {
  preloadResult(battle)
  const picture = await pictures.get(battle.id)
  if (!picture) return shareBattle(battle)
  // A share sheet that takes no files would share the link alone.
  return isShareable(picture) ? sharePicture(battle, picture) : saveResult(battle, picture)
}

async function sharePicture(battle: BattleDetail, picture: File): Promise<void> {
  const winner = [battle.challenger, battle.opponent].find(({ id }) => id === battle.winnerId)
  const title = winner ? `${nameOf(winner)} Wins!` : DRAW
  const text = `${title} ${battleTitle(battle)} ${linkOf(battle)}`
  await shareFile(picture, { title, text }, () => saveResult(battle, picture))
}

function saveResult(battle: BattleDetail, picture: File): Promise<void> {
  saveFile(picture)
  return copyLink(battle, { done: 'Picture saved, link copied', failed: 'Picture saved, copying the link failed' })
}
