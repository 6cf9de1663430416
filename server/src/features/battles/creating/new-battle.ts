import { randomUUID } from 'node:crypto'
import { chainStart } from '../gifts/gift-chain.rules.ts'
import type { BattleRow } from '../store.ts'
import type { NewBattle } from './create.rules.ts'

interface Made extends NewBattle {
  id: string
  challengerId: string
  opponentId: string
  createdAt: Date
  challengerHold: string
}

/** Returns the row of a battle before its first transition. */
export const newBattle = (made: Made): BattleRow => ({
  ...made,
  status: 'pending',
  cancellationRequestedBy: null,
  challengerRequests: 0,
  opponentRequests: 0,
  winnerId: null,
  voidReason: null,
  declineReason: null,
  opponentHold: randomUUID(),
  challengerSteeze: 0,
  opponentSteeze: 0,
  giftCount: 0,
  giftHead: chainStart(made.id),
  plannedEndsAt: null,
  extendedAt: [],
  outageFrom: null,
  outageTo: null,
  outageEnd: null,
  outageMovedTo: null,
  outageGifts: null,
  outageExtensions: null,
  challengerPoints: 0,
  opponentPoints: 0,
  absent: null,
})
