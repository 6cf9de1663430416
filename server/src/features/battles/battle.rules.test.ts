import { BATTLE_STATUSES, type BattleStatus, CANCELLED_STATUSES } from '@aura/api/battle-statuses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterTransition,
  type BattleState,
  type BattleTransfer,
  type BattleTransition,
  giftRefusal,
  nextDue,
  type ParticipantTransition,
  type Purse,
  participantId,
  permissions,
  SIDES,
  statusAt,
  TRANSITIONS,
  transitionRefusal,
  transitionTransfers,
} from './battle.rules.ts'

const ADA = 'ada'
const BO = 'bo'
const CY = 'cy'
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 12, minutes))
const START = 10
const END = 30

const battle = (changes: Partial<BattleState> = {}): BattleState => ({
  id: 'battle',
  challengerId: ADA,
  opponentId: BO,
  status: 'pending',
  stake: 100,
  startsAt: at(START),
  endsAt: at(END),
  cancellationRequestedBy: null,
  challengerRequests: 0,
  opponentRequests: 0,
  challengerSteeze: 0,
  opponentSteeze: 0,
  bestOf: null,
  challengerPoints: 0,
  opponentPoints: 0,
  absent: null,
  ...changes,
})

const PARTICIPANT_TRANSITIONS = [
  'accept',
  'reject',
  'withdraw',
  'requestCancellation',
  'takeBackCancellation',
  'approveCancellation',
] as const satisfies ParticipantTransition[]

describe('transitions by role and status', () => {
  // Written out, so that a mistake in the table shows.
  const MAY: Record<ParticipantTransition, { status: BattleStatus; who: string[] }> = {
    accept: { status: 'pending', who: [BO] },
    reject: { status: 'pending', who: [BO] },
    withdraw: { status: 'pending', who: [ADA] },
    requestCancellation: { status: 'accepted', who: [ADA, BO] },
    takeBackCancellation: { status: 'cancellation_requested', who: [ADA] },
    approveCancellation: { status: 'cancellation_requested', who: [BO] },
  }

  it.each(PARTICIPANT_TRANSITIONS)(
    '%s: only by the right person, in the right status, before the start [battles.check-pending-roles] [battles.check-pending-state] [battles.check-request-cancellation] [battles.check-approve-role]',
    (transition) => {
      for (const status of BATTLE_STATUSES) {
        for (const who of [ADA, BO, CY]) {
          const asked = battle({ status, cancellationRequestedBy: status === 'cancellation_requested' ? ADA : null })
          const allowed = MAY[transition].status === status && MAY[transition].who.includes(who)
          expect([
            transition,
            status,
            who,
            transitionRefusal(transition, asked, who, at(START - 1)) === undefined,
          ]).toEqual([transition, status, who, allowed])
          // The clock decides, even before the server has written the transition.
          expect(transitionRefusal(transition, asked, who, at(START))).toBeDefined()
        }
      }
    },
  )

  it('tells visitors only to sign in', () => {
    const facts = {
      at: at(0),
      readiness: { availableAp: 0, ownOpenBattles: 0, challengersOpenBattles: 0 },
      maxOpen: 3,
    }
    const { gift, rematch, ...steps } = permissions(battle(), undefined, facts)
    expect(Object.values(steps).map(({ reason }) => reason)).toEqual(Array(6).fill('UNAUTHORIZED'))
    expect(rematch).toEqual({ allowed: false, reason: 'UNAUTHORIZED' })
    expect(gift).toEqual({ allowed: false, reason: 'GIFT_SIGN_IN_REQUIRED' })
  })

  it('offers to accept only what can be accepted', () => {
    const can = (readiness: Partial<Record<'availableAp' | 'ownOpenBattles' | 'challengersOpenBattles', number>>) =>
      permissions(battle(), BO, {
        at: at(0),
        readiness: { availableAp: 100, ownOpenBattles: 0, challengersOpenBattles: 0, ...readiness },
        maxOpen: 3,
      }).accept
    expect(can({})).toEqual({ allowed: true })
    expect(can({ availableAp: 99 }).reason).toBe('BATTLE_STAKE_TOO_HIGH')
    expect(can({ ownOpenBattles: 3 }).reason).toBe('BATTLE_TOO_MANY_OPEN')
    expect(can({ challengersOpenBattles: 3 }).reason).toBe('BATTLE_CHALLENGER_TOO_MANY_OPEN')
  })
})

describe('a gift', () => {
  const gift = (changes: Partial<BattleState>, { giverId = CY, toId = ADA, minutes = START } = {}) =>
    giftRefusal(battle({ status: 'active', ...changes }), { giverId, toId, at: at(minutes) })

  it('is accepted while the battle is live, from non-participants, for either participant [battles.check-gift-participant]', () => {
    expect(gift({})).toBeUndefined()
    expect(gift({}, { toId: BO, minutes: END - 1 })).toBeUndefined()
    expect(gift({}, { giverId: BO })).toBe('GIFT_BY_PARTICIPANT')
    expect(gift({}, { giverId: ADA, toId: BO })).toBe('GIFT_BY_PARTICIPANT')
    expect(gift({}, { toId: CY })).toBe('GIFT_TO_OUTSIDER')
  })

  it('is too late at the end, settled or not', () => {
    expect(
      giftRefusal(battle({ status: 'active' }), { giverId: CY, toId: ADA, at: new Date(at(END).getTime() - 1) }),
    ).toBeUndefined()
    expect(gift({}, { minutes: END })).toBe('BATTLE_ENDED')
    expect(gift({ status: 'completed' }, { minutes: START })).toBe('BATTLE_ENDED')
  })

  it('is too early before the start, if a clock was set back', () => {
    expect(gift({}, { minutes: START - 1 })).toBe('BATTLE_NOT_ACTIVE')
  })

  it.each(BATTLE_STATUSES.filter((status) => status !== 'active'))('is refused while %s', (status) => {
    expect(gift({ status })).toBeDefined()
  })
})

describe('time', () => {
  it('leads from one status to the next', () => {
    const after = (status: BattleStatus, minutes: number) => statusAt(battle({ status }), at(minutes))
    expect([after('pending', START - 1), after('pending', START)]).toEqual(['pending', 'expired'])
    expect([after('accepted', START - 1), after('accepted', START), after('accepted', END)]).toEqual([
      'accepted',
      'active',
      'completed',
    ])
    expect(after('cancellation_requested', START)).toBe('active')
    expect([after('active', END - 1), after('active', END)]).toEqual(['active', 'completed'])
    for (const status of ['completed', ...CANCELLED_STATUSES] as const) {
      expect(nextDue(battle({ status }))).toBeUndefined()
      expect(after(status, END + 60)).toBe(status)
    }
  })
})

class Play {
  state = {
    ...battle({ stake: 50 }),
    winnerId: null as string | null,
    voidReason: null as string | null,
    declineReason: null,
  }
  minute = 0
  readonly held = new Map<string, number>()
  readonly own = new Map<string, number>([
    [`${ADA}/free-ap`, 60],
    [`${BO}/free-ap`, 60],
    [`${CY}/steeze`, 20],
  ])

  constructor() {
    this.move(transitionTransfers('create', this.state))
  }

  move(transfers: BattleTransfer[]): void {
    for (const { from, to, amount } of transfers) {
      this.add(from, -amount)
      this.add(to, amount)
    }
  }

  add({ side, what }: Purse, amount: number): void {
    const isHeld = what === 'stake' || what === 'gifts'
    const [places, name] = isHeld
      ? [this.held, `${side}/${what}`]
      : [this.own, `${participantId(this.state, side)}/${what}`]
    const next = (places.get(name) ?? 0) + amount
    expect(next, name).toBeGreaterThanOrEqual(0)
    places.set(name, next)
  }

  apply(transition: BattleTransition, actorId: string | null): void {
    this.move(transitionTransfers(transition, this.state))
    if (TRANSITIONS[transition].gifts === 'to-givers') this.returnGifts()
    this.state = afterTransition(this.state, { transition, actorId })
  }

  returnGifts(): void {
    for (const side of SIDES) {
      const amount = this.held.get(`${side}/gifts`) ?? 0
      this.held.set(`${side}/gifts`, 0)
      this.own.set(`${CY}/steeze`, (this.own.get(`${CY}/steeze`) ?? 0) + amount)
    }
  }

  passTime(minutes: number): void {
    this.minute += minutes
    for (let due = nextDue(this.state); due && due.at <= at(this.minute); due = nextDue(this.state))
      this.apply(due.transition, null)
  }

  gift(giver: string, side: 'challenger' | 'opponent', amount: number): void {
    const toId = participantId(this.state, side)
    if (giftRefusal(this.state, { giverId: giver, toId, at: at(this.minute) }) !== undefined) return
    const left = (this.own.get(`${giver}/steeze`) ?? 0) - amount
    if (left < 0) return
    this.own.set(`${giver}/steeze`, left)
    this.add({ side, what: 'gifts' }, amount)
    const field = side === 'challenger' ? 'challengerSteeze' : 'opponentSteeze'
    this.state = { ...this.state, [field]: this.state[field] + amount }
  }

  sum = (what: RegExp) =>
    [...this.held, ...this.own].filter(([name]) => what.test(name)).reduce((sum, [, amount]) => sum + amount, 0)
}

describe('any sequence of actions', () => {
  const move = fc.oneof(
    fc.record({
      kind: fc.constant('transition' as const),
      transition: fc.constantFrom(...PARTICIPANT_TRANSITIONS),
      who: fc.constantFrom(ADA, BO, CY),
    }),
    fc.record({ kind: fc.constant('void' as const) }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 8 }) }),
    fc.record({
      kind: fc.constant('gift' as const),
      giver: fc.constantFrom(ADA, CY),
      side: fc.constantFrom(...SIDES),
      amount: fc.integer({ min: 1, max: 9 }),
    }),
  )

  it('loses and creates nothing, leaves nothing behind, and ends every battle', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const play = new Play()
        for (const each of moves) {
          if (each.kind === 'wait') play.passTime(each.minutes)
          else if (each.kind === 'gift') play.gift(each.giver, each.side, each.amount)
          else if (each.kind === 'void') {
            if (TRANSITIONS.void.from.includes(play.state.status)) play.apply('void', null)
          } else if (transitionRefusal(each.transition, play.state, each.who, at(play.minute)) === undefined)
            play.apply(each.transition, each.who)
          expect(play.sum(/ap$|stake$/)).toBe(120)
          expect(play.sum(/steeze$|gifts$/)).toBe(20)
        }
        play.passTime(END)
        expect(nextDue(play.state)).toBeUndefined()
        expect([...play.held.values()].every((amount) => amount === 0)).toBe(true)
      }),
      { numRuns: 500, seed: 20_261_120 },
    )
  })
})
