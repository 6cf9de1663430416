import { MAX_BRIGHT_LINES } from '@aura/drawing/battle-field'
import { CLIP, type Scene, sceneAt } from '#aura/clip/clip.ts'
import type { Receipt } from '../receipt/use-receipt.ts'

export type Place = 'a' | 'b'

/** The parts of a receipt that a clip shows; `gifts` may be a part of all gifts, from the first. */
export type ClippedReceipt = Pick<Receipt, 'battle' | 'gifts' | 'totals' | 'softClose' | 'outage' | 'chain' | 'rounds'>

/** The score of a receipt after its first `seq` gifts, or rounds. */
export interface Cut {
  seq: number
  /** Since the battle's start, as the scene shows it: of the gift or round, or later. */
  atMs: number
  a: number
  b: number
}

/** A gift that moved the end. */
export interface LateLead {
  /** Left when it came, by the end as it stood. */
  leftMs: number
  /** Left from then on. */
  movedMs: number
}

export type BattleScene = Scene & { from: Cut; to: Cut } & (
    | { kind: 'faces' }
    | {
        kind: 'field'
        /** Numbers of the first and the last change of the lead within the scene, counted from 1. */
        changes: readonly [first: number, last: number] | null
        late: LateLead | null
      }
    | { kind: 'result'; winner: Place | null }
  )

export interface LeadMark {
  seq: number
  atMs: number
  to: Place
}

/** A battle as it is shown. */
export interface BattleStory {
  scenes: readonly BattleScene[]
  /** Every change of the lead. As on the receipt's page, a tie keeps the leader. */
  changes: readonly LeadMark[]
  late: readonly (LateLead & LeadMark)[]
  lengthMs: number
  /** Returns the score at a time since the start. */
  scoreAt(atMs: number): Cut
  /** Returns the end as it stood after the first `seq` gifts, since the start. */
  endAfter(seq: number): number
}

const FPS = CLIP.framesPerSecond
const FACES = 3 * FPS
const LATE = FPS
const RESULT = 4 * FPS
/** All scenes of the field but the late leads: a long evening takes no longer than this, a short one no less. */
const FIELD = { least: 5 * FPS, most: 8 * FPS, aScene: FPS }
/** More changes of the lead share scenes. With one between two late leads each, a scene still has 17 frames. */
const MAX_CHANGE_SCENES = 10
const MAX_LATE_SCENES = 3

/** Of all others are late leads the last to go where pictures are few, then what came last. */
const RANK = { usual: 0, late: 1 } as const

/**
 * Returns the scenes of a finished battle: 12 to 18 seconds, however many gifts there were. Each scene ends on the exact
 * score after a gift of the receipt, or a round where those decide, or on the final one. Throws if it was called off, or
 * if they don't add up to the receipt's totals.
 */
export function battleStory(receipt: ClippedReceipt): BattleStory {
  if (receipt.battle.status !== 'completed') throw new Error('a battle that was called off has no scenes')
  const tally = tallyOf(receipt)
  const { winnerId, challenger } = receipt.battle
  const { final, start } = tally
  const field = fieldScenes(tally)
  const winner = winnerId === null ? null : winnerId === challenger.id ? 'a' : 'b'
  const usual = { rank: RANK.usual }
  return {
    ...tally,
    scenes: [
      { ...usual, kind: 'faces', frames: FACES, from: start, to: start },
      ...field,
      { ...usual, kind: 'result', frames: RESULT, from: final, to: final, winner },
    ],
  }
}

interface Tally extends Omit<BattleStory, 'scenes'> {
  start: Cut
  final: Cut
  cutAfter(seq: number): Cut
}

/** A change of the score: a gift, or a round, which may give both a point. */
interface Step {
  at: string
  a: number
  b: number
}

interface Steps {
  /** May be a part of all, from the first. */
  steps: readonly Step[]
  totals: { a: number; b: number; steps: number }
}

function stepsOf({ battle, gifts, totals, rounds }: ClippedReceipt): Steps {
  if (!rounds) {
    const isA = (participantId: string) => participantId === battle.challenger.id
    return {
      steps: gifts.map(({ at, amount, participantId: to }) => ({
        at,
        a: isA(to) ? amount : 0,
        b: isA(to) ? 0 : amount,
      })),
      totals: { a: totals.challenger, b: totals.opponent, steps: totals.gifts },
    }
  }
  const steps = playedRounds(rounds).map(({ closesAt, answers: { challenger, opponent }, result }) => ({
    // A round closes when both have answered.
    at: challenger && opponent ? (challenger.at > opponent.at ? challenger.at : opponent.at) : closesAt,
    a: Number(result === 'challenger' || result === 'shared'),
    b: Number(result === 'opponent' || result === 'shared'),
  }))
  const { challenger, opponent } = rounds.points
  return { steps, totals: { a: challenger, b: opponent, steps: steps.length } }
}

/** Returns the rounds that count: one that an outage interrupted is played again. */
export const playedRounds = ({ rounds }: NonNullable<ClippedReceipt['rounds']>) =>
  rounds.filter(({ result }) => result !== 'interrupted')

function tallyOf(receipt: ClippedReceipt): Tally {
  const { battle, softClose, outage } = receipt
  const { steps, totals } = stepsOf(receipt)
  const startMs = Date.parse(battle.battleStartsAt)
  const lengthMs = Date.parse(battle.endsAt) - startMs
  const cuts: Cut[] = [{ seq: 0, atMs: 0, a: 0, b: 0 }]
  const changes: LeadMark[] = []
  const late: (LateLead & LeadMark)[] = []
  const sinceStart = (moment: string) => Date.parse(moment) - startMs
  const ends = [{ seq: 0, endMs: sinceStart(softClose?.plannedEndsAt ?? outage?.endedAt ?? battle.endsAt) }]
  const endAfter = (seq: number) => ends.findLast((end) => end.seq <= seq)?.endMs ?? lengthMs
  let [a, b, leader] = [0, 0, null as Place | null]
  let awaited = 0
  const passOutage = (seq: number) => {
    if (outage?.afterGift === seq) ends.push({ seq, endMs: sinceStart(outage.endsAt) })
  }
  passOutage(0)
  for (const [i, { at, ...given }] of steps.entries()) {
    const [seq, atMs, before] = [i + 1, sinceStart(at), aheadOf(a, b)]
    a += given.a
    b += given.b
    cuts.push({ seq, atMs, a, b })
    const ahead = aheadOf(a, b)
    const mark = ahead && { seq, atMs, to: ahead }
    if (mark && leader !== null && leader !== mark.to) changes.push(mark)
    leader = ahead ?? leader
    const extension = softClose?.extensions[awaited]
    if (mark && ahead !== before && extension?.at === at) {
      const endMs = sinceStart(extension.endsAt)
      late.push({ ...mark, leftMs: endAfter(seq) - atMs, movedMs: endMs - atMs })
      ends.push({ seq, endMs })
      awaited += 1
    }
    passOutage(seq)
  }
  const isWhole = steps.length === totals.steps
  if (isWhole && (a !== totals.a || b !== totals.b))
    throw new Error('the gifts or rounds of the receipt don’t add up to its totals')
  const final = { seq: totals.steps, atMs: lengthMs, a: totals.a, b: totals.b }
  const cutAfter = (seq: number) => cuts[seq] ?? final
  const scoreAt = (atMs: number): Cut => {
    if (atMs >= lengthMs) return final
    let [known, later] = [0, cuts.length]
    while (later - known > 1) {
      const middle = (known + later) >> 1
      if (cutAfter(middle).atMs <= atMs) known = middle
      else later = middle
    }
    return { ...cutAfter(known), atMs }
  }
  return { start: cutAfter(0), final, changes, late, lengthMs, scoreAt, endAfter, cutAfter }
}

/** Part of a scene in which time passes; the rest rests on the score where it ends. */
const TRAVEL = 0.55

/** Returns the score that a frame shows: one that the receipt has, and that of the scene's end from its middle on. */
export function scoreOn(story: BattleStory, frame: number): Cut & { hasArrived: boolean } {
  const { scene, k } = sceneAt(story.scenes, frame)
  const { from, to } = scene
  const passed = scene.kind === 'field' ? k / TRAVEL : 1
  if (passed >= 1) return { ...to, hasArrived: true }
  const score = story.scoreAt(from.atMs + (to.atMs - from.atMs) * passed)
  // Gifts of the millisecond in which a scene begins and ends may lie beyond its end.
  const { seq, a, b } = score.seq > to.seq ? to : score
  return { seq, a, b, atMs: score.atMs, hasArrived: false }
}

/** The largest sums of single givers, which are drawn as bright lines. */
export type TopGifts = Readonly<Record<Place, readonly number[]>>

/** Returns the largest sums of each side's givers at the scenes' ends, by number of gifts; none where rounds decide. */
export function topGiftsAt(
  { gifts, battle, rounds }: ClippedReceipt,
  scenes: readonly Pick<BattleScene, 'to'>[],
): ReadonlyMap<number, TopGifts> {
  if (rounds) return new Map()
  const sums = { a: new Map<string, number>(), b: new Map<string, number>() }
  const largest = (of: Map<string, number>) => [...of.values()].sort((x, y) => y - x).slice(0, MAX_BRIGHT_LINES)
  const found = new Map<number, TopGifts>()
  const wanted = new Set(scenes.map(({ to }) => to.seq))
  const note = (seq: number) => {
    if (wanted.has(seq)) found.set(seq, { a: largest(sums.a), b: largest(sums.b) })
  }
  note(0)
  for (const [i, { giverId, participantId, amount }] of gifts.entries()) {
    const of = sums[participantId === battle.challenger.id ? 'a' : 'b']
    of.set(giverId, (of.get(giverId) ?? 0) + amount)
    note(i + 1)
  }
  return found
}

export const aheadOf = (a: number, b: number): Place | null => (a > b ? 'a' : b > a ? 'b' : null)

type FieldScene = BattleScene & { kind: 'field' }

function fieldScenes(tally: Tally): FieldScene[] {
  const ends = [...changeEnds(tally), ...lateEnds(tally)].sort((x, y) => x.to.seq - y.to.seq)
  // A battle whose lead never changed stops halfway.
  if (ends.length === 0) ends.push({ to: tally.scoreAt(tally.lengthMs / 2), changes: null, late: null })
  ends.push({ to: tally.final, changes: null, late: null })
  const plain = ends.filter(({ late }) => !late).length
  const budget = Math.min(FIELD.most, Math.max(FIELD.least, plain * FIELD.aScene))
  let from = tally.start
  return ends.map(({ to, changes, late }, i): FieldScene => {
    // What doesn't divide evenly is left to the end of the battle.
    const share = Math.floor(budget / plain) + (i === ends.length - 1 ? budget % plain : 0)
    const rank = late ? RANK.late : RANK.usual
    const scene = { kind: 'field', frames: late ? LATE : share, rank, from, to, changes, late } as const
    from = to
    return scene
  })
}

type SceneEnd = Pick<FieldScene, 'to' | 'changes' | 'late'>

const shownLate = ({ late }: Tally) => late.slice(-MAX_LATE_SCENES)

/** A late lead that changed the leader shows that in its own scene. */
function lateEnds(tally: Tally): SceneEnd[] {
  return shownLate(tally).map((late) => {
    const number = tally.changes.findIndex(({ seq }) => seq === late.seq) + 1
    return { to: tally.cutAfter(late.seq), changes: number > 0 ? [number, number] : null, late }
  })
}

/** Groups the changes of the lead, none across a late lead. */
function changeEnds(tally: Tally): SceneEnd[] {
  const late = shownLate(tally).map(({ seq }) => seq)
  const numbered = tally.changes.map(({ seq }, i) => ({ seq, number: i + 1 })).filter(({ seq }) => !late.includes(seq))
  const most = Math.ceil(numbered.length / MAX_CHANGE_SCENES)
  const ends: { seq: number; first: number; last: number; before: number }[] = []
  for (const { seq, number } of numbered) {
    const before = late.filter((moved) => moved < seq).length
    const open = ends.at(-1)
    if (open && open.before === before && number - open.first < most) Object.assign(open, { seq, last: number })
    else ends.push({ seq, first: number, last: number, before })
  }
  return ends.map(({ seq, first, last }) => ({ to: tally.cutAfter(seq), changes: [first, last], late: null }))
}
