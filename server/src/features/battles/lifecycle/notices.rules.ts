import { DECLINE_REASONS, type DeclineReason } from '@aura/api/decline-reasons'
import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES, rematchStartsInS, SOFT_CLOSE_TEXT, untilText } from '@aura/api/rules/battles'
import { ROUND_RULES, roundsText, walkoverAp } from '@aura/api/rules/rounds'
import type { BattleState, BattleTransition, Side } from '../battle.rules.ts'
import { otherSide, participantId, RELATED_REASON, SIDES, winnerOf } from '../battle.rules.ts'

/** The same `key` notifies a person once. */
export interface Notice {
  userId: string
  type: 'battle_challenge' | 'battle_accepted' | 'battle_rejected' | 'battle_update' | 'other'
  title: string
  message: string
  relatedId: string
  key: string
  replacesEarlier?: boolean
  actorId: string | null
}

interface NoticeText {
  to: Side
  by: Side | null
  type: Notice['type']
  title: string
  message: string
}

type Names = Record<Side, string>
type NamedBattle = BattleState & {
  title: string | null
  voidReason: string | null
  declineReason: DeclineReason | null
  softClose: boolean
  rematchOf: string | null
}

const battleName = ({ id, title }: { id: string; title: string | null }): string => title ?? `Battle #${id.slice(0, 8)}`

const challengeText = (battle: NamedBattle): string =>
  [
    `${battleName(battle)}: ${ap(battle.stake)} from each of you.`,
    ...(battle.rematchOf ? [`Starts ${untilText(rematchStartsInS(hoursOf(battle)))} after you accept.`] : []),
    ...(battle.softClose ? [SOFT_CLOSE_TEXT] : []),
    ...(battle.bestOf === null ? [] : [roundsText(battle.bestOf)]),
  ].join(' ')

const startText = (battle: NamedBattle, inS: number | null): string =>
  `${battleName(battle)} starts ${inS === null ? 'as planned' : `in ${untilText(inS)}`}.`

const hoursOf = ({ startsAt, endsAt }: BattleState): number => (endsAt.getTime() - startsAt.getTime()) / 3_600_000

/** Adds a full stop unless the typed text ends with one. */
const asSentence = (text: string | null): string => {
  const typed = (text ?? '').trim()
  return typed === '' || /[.!?…。！？]['"”’»)\]]*$/u.test(typed) ? typed : `${typed}.`
}

const steeze = (amount: number) => `${formatWhole(amount)} Steeze`
const ap = (amount: number) => `${formatWhole(amount)} AP`

export interface NoticeFacts {
  names: Names
  /** Any actor but a participant counts as the server. */
  actorId: string | null
  gifters: readonly { giverId: string; amount: number }[]
  remindedIds: readonly string[]
}

export const noticesOf = (transition: BattleTransition, battle: NamedBattle, facts: NoticeFacts): Notice[] => [
  ...participantNotices(transition, battle, facts),
  ...facts.gifters.map((gifter) => gifterNotice(transition, battle, facts.names, gifter)),
  ...facts.remindedIds.map((userId) => reminderNotice(transition, battle, facts.names, userId)),
]

function participantNotices(
  transition: BattleTransition,
  battle: NamedBattle,
  { names, actorId }: NoticeFacts,
): Notice[] {
  const by = SIDES.find((side) => participantId(battle, side) === actorId) ?? null
  return textsOf(transition, battle, names, by).map(({ to, by, ...text }) => ({
    ...text,
    userId: participantId(battle, to),
    relatedId: battle.id,
    ...keyOf(transition, battle.id),
    actorId: by && participantId(battle, by),
  }))
}

/** A request to cancel, and taking it back, replace each other: only the latest matters. */
const keyOf = (transition: BattleTransition, battleId: string): Pick<Notice, 'key' | 'replacesEarlier'> =>
  transition === 'requestCancellation' || transition === 'takeBackCancellation'
    ? { key: `battle/${battleId}/cancellation`, replacesEarlier: true }
    : { key: `battle/${battleId}/${transition}` }

function textsOf(transition: BattleTransition, battle: NamedBattle, names: Names, by: Side | null): NoticeText[] {
  const name = battleName(battle)
  const stakeBack = `Your ${ap(battle.stake)} were returned.`
  const update = (to: Side, title: string, message: string): NoticeText => ({
    to,
    by,
    type: 'battle_update',
    title,
    message,
  })
  const accepted = (startsInS: number | null): NoticeText => ({
    ...update('challenger', `${names.opponent} accepted your challenge`, startText(battle, startsInS)),
    type: 'battle_accepted',
  })
  const both = (title: string, message: string) => SIDES.map((side) => update(side, title, message))
  const other = by === 'challenger' ? 'opponent' : 'challenger'
  switch (transition) {
    case 'create':
      return [
        {
          ...update(
            'opponent',
            battle.rematchOf ? `${names.challenger} wants a rematch` : `${names.challenger} challenged you`,
            challengeText(battle),
          ),
          type: 'battle_challenge',
        },
      ]
    case 'accept':
      return [accepted(battle.rematchOf ? rematchStartsInS(hoursOf(battle)) : null)]
    case 'acceptLink':
      return [accepted(BATTLE_RULES.linkStartsInMinutes * 60)]
    case 'reject':
      return [
        {
          ...update(
            'challenger',
            `${names.opponent} rejected your challenge`,
            `${name}: ${battle.declineReason ? `“${DECLINE_REASONS[battle.declineReason]}” ` : ''}${stakeBack}`,
          ),
          type: 'battle_rejected',
        },
      ]
    case 'withdraw':
      return [update('opponent', `${names.challenger} withdrew the challenge`, `${name} will not take place.`)]
    case 'requestCancellation':
      return [update(other, `${names[by ?? 'challenger']} asked to cancel`, `Open ${name} to approve it.`)]
    case 'takeBackCancellation':
      return [update(other, `${names[by ?? 'challenger']} wants to battle after all`, `${name} starts as planned.`)]
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
      return both(
        'Your battle is live',
        battle.bestOf === null
          ? `${name} has begun.`
          : `${name} has begun. If you aren’t ready yet, get ready within ${ROUND_RULES.lobbySeconds} seconds or you lose half your stake.`,
      )
    case 'settle':
      return settledTexts(battle, names).map(({ to, title, message }) => update(to, title, message))
    case 'void':
      return both(
        'Battle called off',
        `${name}: ${battle.voidReason === RELATED_REASON ? 'Your accounts seem to be one person’s, so you can’t stake against each other.' : asSentence(battle.voidReason)} ${stakeBack}`,
      )
  }
}

function settledTexts(battle: BattleState & { title: string | null }, names: Names) {
  const winner = winnerOf(battle)
  const received = { challenger: battle.challengerSteeze, opponent: battle.opponentSteeze }
  return SIDES.map((side) => {
    const earned = `You received ${steeze(received[side])}.`
    const name = battleName(battle)
    if (!winner)
      return { to: side, title: 'Aura Draw - No Winner', message: `${name}: both stakes were returned. ${earned}` }
    if (battle.absent) return { to: side, ...walkoverText(battle, names, { winner, side }) }
    return winner === side
      ? {
          to: side,
          title: 'You won your battle',
          message: `${name}: +${ap(battle.stake)} net, and your stake is back. ${earned}`,
        }
      : { to: side, title: `${names[winner]} won your battle`, message: `${name}: −${ap(battle.stake)}. ${earned}` }
  })
}

function walkoverText(
  battle: BattleState & { title: string | null },
  names: Names,
  { winner, side }: { winner: Side; side: Side },
) {
  const [name, part] = [battleName(battle), ap(walkoverAp(battle.stake))]
  return winner === side
    ? {
        title: 'You won by walkover',
        message: `${name}: ${names[otherSide(winner)]} wasn’t ready in time. +${part} net, and your stake is back.`,
      }
    : {
        title: `${names[winner]} won by walkover`,
        message: `${name}: you weren’t ready in time. −${part}. The rest of your stake is back.`,
      }
}

function gifterNotice(
  transition: BattleTransition,
  battle: NamedBattle,
  names: Names,
  { giverId, amount }: { giverId: string; amount: number },
): Notice {
  const isVoid = transition === 'void'
  const winner = winnerOf(battle)
  const result = winner ? `${names[winner]} Wins!` : 'Aura Draw - No Winner'
  return {
    userId: giverId,
    type: 'battle_update',
    title: isVoid ? 'A battle you gifted in was called off' : result,
    message: isVoid
      ? `${battleName(battle)}: ${asSentence(battle.voidReason)} Your ${steeze(amount)} were returned.`
      : `${battleName(battle)} is over. You gifted ${steeze(amount)}.`,
    relatedId: battle.id,
    key: `battle/${battle.id}/${transition}`,
    actorId: null,
  }
}

function reminderNotice(transition: BattleTransition, battle: NamedBattle, names: Names, userId: string): Notice {
  const hasStarted = transition === 'start'
  return {
    userId,
    // This is no type of battle notification, because reminders are requested: muting battles doesn't mute them.
    type: 'other',
    title: hasStarted ? `${names.challenger} against ${names.opponent} is live` : 'A battle you follow was called off',
    message: `${battleName(battle)} ${hasStarted ? 'has begun.' : `between ${names.challenger} and ${names.opponent} will not take place.`}`,
    relatedId: battle.id,
    key: `battle/${battle.id}/waited`,
    actorId: null,
  }
}
