import { formatWhole } from '@aura/api/money'
import type { QueryClient } from '@tanstack/react-query'
import type { Clip } from '#aura/clip/clip.ts'
import { loadFonts, loadPhoto } from '#aura/clip/clip-sources.ts'
import type { Times } from '#lib/time/times'
import { paths } from '#paths'
import { type Receipt, receiptRead } from '../receipt/use-receipt.ts'
import { scoreUnit } from '../shared/battle-score.ts'
import { type BattleDetail, battleTitle, DRAW, type Side, sidesOf } from '../shared/battle-view.ts'
import { linkOf } from '../shared/share-battle.ts'
import { battleStory, playedRounds, topGiftsAt } from './battle-scenes.ts'
import { type BattleShow, battleDrawing, battlePicture } from './draw-battle.ts'

interface BattleClipOptions {
  queries: QueryClient
  times: Times
  signal: AbortSignal
}

/** Returns the video of a finished battle, drawn from its receipt. Throws an `ApiError` if that can't be read. */
export async function battleClip(battle: BattleDetail, { queries, times, signal }: BattleClipOptions): Promise<Clip> {
  const receipt = await queries.fetchQuery(receiptRead(battle.id))
  signal.throwIfAborted()
  const story = battleStory(receipt)
  const sides = sidesOf(battle)
  const title = battleTitle(battle)
  const fonts = await loadFonts([title, ...sides.map(({ name }) => name)])
  const ringed = async ({ person, name }: Side) => ({
    id: person.id,
    name,
    photo: await loadPhoto(person.profileImageUrl, signal),
    days: person.currentStreak,
    auraPoints: person.auraPoints,
  })
  const [a, b] = await Promise.all([ringed(sides[0]), ringed(sides[1])])
  const draw = battleDrawing({
    story,
    topGifts: topGiftsAt(receipt, story.scenes),
    people: { a, b },
    title,
    day: times.day(battle.battleStartsAt),
    stake: receipt.battle.stake,
    unit: scoreUnit(battle),
    proof: proofOf(receipt),
    link: location.host + paths.battleReceipt(battle.id),
  })
  const winner = sides.find(({ person }) => person.id === battle.winnerId)
  return {
    name: `aura-battle-${battle.id.slice(0, 8)}`,
    title: winner ? `${winner.name} Wins!` : DRAW,
    text: `${title} ${linkOf(battle)}`,
    scenes: story.scenes,
    pictureOf: (frame) => battlePicture(story, frame),
    draw: (ctx, frame) => draw({ ctx, fonts }, frame),
  }
}

function proofOf({ rounds, totals, chain }: Receipt): BattleShow['proof'] {
  const counted = (number: number, word: string) => (number === 1 ? `1 ${word}` : `${formatWhole(number)} ${word}s`)
  if (!rounds) return [`${counted(totals.gifts, 'gift')}, each hashed with the one before`, chain.head]
  const played = playedRounds(rounds)
  return [`${counted(played.length, 'question')}, each sealed before it opened`, played.at(-1)?.commitment ?? '']
}
