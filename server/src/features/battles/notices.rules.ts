import { formatWhole } from '@aura/api/money'
import type { BattleState, BattleTransition, Side } from './battle.rules.ts'
import { participantId, SIDES, winnerOf } from './battle.rules.ts'

/** What somebody is told of a step; `key` makes it once. */
export interface Notice {
  userId: string
  type: 'battle_challenge' | 'battle_accepted' | 'battle_rejected' | 'battle_update' | 'other'
  title: string
  message: string
  relatedId: string
  key: string
  actorId: string | null
}

interface Told {
  to: Side
  by: Side | null
  type: Notice['type']
  title: string
  message: string
}

export type Names = Record<Side, string>

/** A battle's name in a sentence. */
const battleName = ({ id, title }: { id: string; title: string | null }): string => title ?? `Battle #${id.slice(0, 8)}`

/** A text somebody typed, to stand before another sentence. */
const asSentence = (text: string | null): string => {
  const typed = (text ?? '').trim()
  return typed === '' || /[.!?…。！？]['"”’»)\]]*$/u.test(typed) ? typed : `${typed}.`
}

const steeze = (amount: number) => `${formatWhole(amount)} Steeze`
const ap = (amount: number) => `${formatWhole(amount)} AP`

/** Whom a created challenge concerns: the challenged one. */
export const challengeNotices = (battle: BattleState & { title: string | null }, names: Names): Notice[] =>
  [
    {
      to: 'opponent',
      by: 'challenger',
      type: 'battle_challenge',
      title: `${names.challenger} challenged you`,
      message: `${battleName(battle)}: ${ap(battle.stake)} from each of you.`,
    } as const,
  ].map((told) => noticeOf(battle, 'create', 0, told))

/**
 * What the participants are told of a step. `times` counts how often it happened before: a cancellation can be asked
 * for more than once. `actorId` is who took it, null for the server and for admins.
 */
export function stepNotices(
  step: BattleTransition,
  battle: BattleState & { title: string | null; voidReason: string | null },
  { names, actorId, times }: { names: Names; actorId: string | null; times: number },
): Notice[] {
  const by = SIDES.find((side) => participantId(battle, side) === actorId) ?? null
  return toldOf(step, battle, names, by).map((told) => noticeOf(battle, step, times, told))
}

function noticeOf(battle: BattleState, step: string, times: number, { to, by, ...text }: Told): Notice {
  return {
    ...text,
    userId: participantId(battle, to),
    relatedId: battle.id,
    key: `battle/${battle.id}/${step}${times > 0 ? `/${times}` : ''}`,
    actorId: by && participantId(battle, by),
  }
}

function toldOf(
  step: BattleTransition,
  battle: BattleState & { title: string | null; voidReason: string | null },
  names: Names,
  by: Side | null,
): Told[] {
  const name = battleName(battle)
  const stakeBack = `Your ${ap(battle.stake)} are back.`
  const update = (to: Side, title: string, message: string): Told => ({ to, by, type: 'battle_update', title, message })
  const both = (title: string, message: string) => SIDES.map((side) => update(side, title, message))
  const other = by === 'challenger' ? 'opponent' : 'challenger'
  switch (step) {
    case 'accept':
      return [
        {
          ...update('challenger', `${names.opponent} accepted your challenge`, `${name} starts on time.`),
          type: 'battle_accepted',
        },
      ]
    case 'reject':
      return [
        {
          ...update('challenger', `${names.opponent} rejected your challenge`, `${name}: ${stakeBack}`),
          type: 'battle_rejected',
        },
      ]
    case 'withdraw':
      return [update('opponent', `${names.challenger} withdrew the challenge`, `${name} will not take place.`)]
    case 'requestCancellation':
      return [update(other, `${names[by ?? 'challenger']} asked to cancel`, `${name}: it is yours to approve.`)]
    case 'takeBackCancellation':
      return [update(other, `${names[by ?? 'challenger']} wants to battle after all`, `${name} starts on time.`)]
    case 'approveCancellation':
      return both('Battle cancelled by mutual agreement', `${name}: ${stakeBack}`)
    case 'expire':
      return [
        update(
          'challenger',
          'Your challenge expired',
          `${names.opponent} did not answer ${name} in time. ${stakeBack}`,
        ),
        update('opponent', 'A challenge expired', `${name} was not accepted in time.`),
      ]
    case 'start':
      return both('Your battle is live', `${name} has begun.`)
    case 'settle':
      return settledTold(battle, names).map(({ to, title, message }) => update(to, title, message))
    case 'void':
      return both('Battle called off', `${name}: ${asSentence(battle.voidReason)} ${stakeBack}`)
  }
}

function settledTold(battle: BattleState & { title: string | null }, names: Names) {
  const winner = winnerOf(battle)
  const received = { challenger: battle.challengerSteeze, opponent: battle.opponentSteeze }
  return SIDES.map((side) => {
    const earned = `You received ${steeze(received[side])}.`
    const name = battleName(battle)
    if (!winner)
      return { to: side, title: 'Aura Draw - No Winner', message: `${name}: both stakes are back. ${earned}` }
    return winner === side
      ? { to: side, title: 'You won your battle', message: `${name}: ${ap(2 * battle.stake)} are yours. ${earned}` }
      : { to: side, title: `${names[winner]} won your battle`, message: `${name}: the stakes go to them. ${earned}` }
  })
}

/** What those who gifted are told of a battle's end. */
export function gifterNotices(
  step: 'settle' | 'void',
  battle: BattleState & { title: string | null; voidReason: string | null },
  names: Names,
  gifters: readonly { giverId: string; amount: number }[],
): Notice[] {
  const winner = winnerOf(battle)
  const title =
    step === 'void'
      ? 'A battle you gifted in was called off'
      : winner
        ? `${names[winner]} Wins!`
        : 'Aura Draw - No Winner'
  return gifters.map(({ giverId, amount }) => ({
    userId: giverId,
    type: 'battle_update',
    title,
    message:
      step === 'void'
        ? `${battleName(battle)}: ${asSentence(battle.voidReason)} Your ${steeze(amount)} are back.`
        : `${battleName(battle)} is over. You gifted ${steeze(amount)}.`,
    relatedId: battle.id,
    key: `battle/${battle.id}/${step}`,
    actorId: null,
  }))
}

/** What somebody is told who wanted to know when a battle starts: that it did, or that it will not. */
export function waitingNotice(
  step: BattleTransition,
  battle: BattleState & { title: string | null },
  { names, userId }: { names: Names; userId: string },
): Notice {
  const hasStarted = step === 'start'
  return {
    userId,
    // Asked for, battle by battle: whoever wants no news of battles wants this all the same.
    type: 'other',
    title: hasStarted ? `${names.challenger} against ${names.opponent} is live` : 'A battle you wait for is off',
    message: `${battleName(battle)} ${hasStarted ? 'has begun.' : `of ${names.challenger} and ${names.opponent} will not take place.`}`,
    relatedId: battle.id,
    key: `battle/${battle.id}/waited`,
    actorId: null,
  }
}
