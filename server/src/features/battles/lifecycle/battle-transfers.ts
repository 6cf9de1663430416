import { type AccountRef, battleAccount, type Transfer, userAccount } from '#features/ledger'
import { type BattleState, type BattleTransfer, type Purse, participantId } from '../battle.rules.ts'

type Holds = { challengerHold: string; opponentHold: string }

const KINDS = {
  stake: 'battle_stake',
  return: 'battle_stake_return',
  win: 'battle_win',
  gifts: 'battle_gifts_payout',
} as const

interface Staked {
  id: string
  challengerId: string
  stake: number
  hold: string
}

/** Returns the hold of a challenge's stake before it has an opponent, as the battle's own transfer would be. */
export const linkStake = (link: Staked): Transfer => ({
  key: `battle/${link.id}/stake/challenger`,
  kind: KINDS.stake,
  reference: link.id,
  from: userAccount(link.challengerId, 'ap_available'),
  to: userAccount(link.challengerId, 'ap_held'),
  amount: link.stake,
  opensHold: link.hold,
})

export const linkStakeReturn = (link: Staked): Transfer => ({
  key: `battle/${link.id}/return/challenger`,
  kind: KINDS.return,
  reference: link.id,
  from: userAccount(link.challengerId, 'ap_held'),
  to: userAccount(link.challengerId, 'ap_available'),
  amount: link.stake,
  resolvesHold: link.hold,
})

/** Returns the transfers to post. Their keys are stored and must never change. */
export const transfersOf = (battle: BattleState & Holds, transfers: readonly BattleTransfer[]): Transfer[] =>
  transfers.map(({ name, from, to, amount }) => ({
    key: `battle/${battle.id}/${name}`,
    kind: KINDS[name.slice(0, name.indexOf('/')) as keyof typeof KINDS],
    reference: battle.id,
    from: accountOf(battle, from),
    to: accountOf(battle, to),
    amount,
    ...(to.what === 'stake' ? { opensHold: holdOf(battle, to) } : {}),
    ...(from.what === 'stake' ? { resolvesHold: holdOf(battle, from) } : {}),
  }))

const holdOf = (battle: Holds, { side }: Purse) => (side === 'challenger' ? battle.challengerHold : battle.opponentHold)

const USER_KINDS = { 'free-ap': 'ap_available', stake: 'ap_held', 'earned-steeze': 'steeze_earned' } as const

const accountOf = (battle: BattleState, { side, what }: Purse): AccountRef =>
  what === 'gifts'
    ? battleAccount(battle.id, side === 'challenger' ? 'gifts_to_challenger' : 'gifts_to_opponent')
    : userAccount(participantId(battle, side), USER_KINDS[what])
