import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createBattle } from '../../server/src/features/battles/index.ts'
import { features } from '../../server/src/features.ts'
import { clockAt } from '../../server/src/platform/clock.ts'
import { doDue } from '../../tests/server/product/arena.ts'
import { type Heat, type Races, succeeded } from './heat.ts'
import type { Racer, Reply } from './racer.ts'

const STAKE = 50
const START_AP = 100
const HOUR_MS = 3_600_000
const DUE_WITHIN_MS = 10_000
/** Gifts of each giver around the end of a battle, and within how long it ends. */
const EACH = 4
const END_WITHIN_MS = 150

export const challengeOf = (opponentId: string, startsAtMs = Date.now() + HOUR_MS) => ({
  title: null,
  opponentId,
  stakeAmount: STAKE,
  description: '',
  battleDate: new Date(startsAtMs).toISOString(),
  duration: 4,
  // Gifts must not move the end, since the race is about it.
  softClose: false,
})

export async function pendingChallenge(challenger: Racer, opponent: Racer): Promise<string> {
  return (await challenger.call('POST', '/api/battles', challengeOf(opponent.id))).id
}

export const step = (racer: Racer, id: string, name: string) => racer.post(`/api/battles/${id}/${name}`)

/** Runs scheduled jobs until the battle leaves these statuses; another server may do so at the same time. */
async function untilNot(heat: Heat, id: string, statuses: readonly string[]): Promise<string> {
  const untilMs = performance.now() + DUE_WITHIN_MS
  for (;;) {
    await doDue(heat.ctx)
    const status = await statusOf(heat, id)
    if (!statuses.includes(status) || performance.now() > untilMs) return status
    await pause(5)
  }
}

async function statusOf(heat: Heat, id: string): Promise<string> {
  const [row] = await heat.ctx.db.query<{ status: string }>('select status from battles where id = $1', [id])
  return row?.status ?? 'gone'
}

async function mustHoldStakes(heat: Heat, id: string, [challenger, opponent]: readonly [Racer, Racer]): Promise<void> {
  const status = await statusOf(heat, id)
  const isOn = status === 'accepted' || status === 'active'
  await mustHold('challenger', challenger, isOn || status === 'pending')
  await mustHold('opponent', opponent, isOn)

  async function mustHold(who: string, { id: racerId }: Racer, isHeld: boolean): Promise<void> {
    const { ap_available: free, ap_held: held } = await heat.balances(racerId)
    const isRight = held === (isHeld ? STAKE : 0) && free + held === START_AP
    heat.must(isRight, `${status}: the ${who} has ${free} free and ${held} held`)
  }
}

const OUTCOMES: Record<string, string> = { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' }

export const battleRaces: Races = {
  async 'accept, reject, withdraw: one challenge'(heat) {
    const [ada, bo] = [await heat.person(), await heat.person()]
    const id = await pendingChallenge(ada, bo)
    const names = ['accept', 'accept', 'reject', 'withdraw']
    const replies = await heat.atOnce(...names.map((name) => step(name === 'withdraw' ? ada : bo, id, name)))
    const won = names.filter((_, index) => replies[index]?.status === 200)
    heat.must(won.length === 1, 'one of the answers counts')
    heat.must((await statusOf(heat, id)) === OUTCOMES[won[0] ?? ''], 'the battle is what was answered')
    await mustHoldStakes(heat, id, [ada, bo])
  },

  async 'accept, withdraw and expiry: one challenge'(heat) {
    const [ada, bo] = [await heat.person(), await heat.person()]
    const startsAtMs = Date.now() + 30 + heat.upTo(30)
    const earlier = new Date(startsAtMs - HOUR_MS)
    const then = { ...heat.ctx, clock: clockAt(earlier) }
    const id = await createBattle(then, features, { userId: ada.id, form: challengeOf(bo.id, startsAtMs) })
    await pause(Math.max(0, startsAtMs - Date.now() - 6))
    const expire = async (): Promise<Reply> => {
      await doDue(heat.ctx)
      return { status: 200, body: null, location: '' }
    }
    const replies = await heat.atOnce(step(bo, id, 'accept'), step(ada, id, 'withdraw'), expire, expire)
    heat.must(succeeded(replies.slice(0, 2)) <= 1, 'at most one of the answers counts')
    await pause(Math.max(0, startsAtMs + 1 - Date.now()))
    const status = await untilNot(heat, id, ['pending', 'accepted'])
    const [accepted, withdrawn] = replies.map((reply) => reply.status === 200)
    const expected = accepted ? 'active' : withdrawn ? 'withdrawn' : 'expired'
    heat.must(status === expected, `it is ${status} and should be ${expected}`)
    await mustHoldStakes(heat, id, [ada, bo])
  },

  async 'two who accept each other’s challenges'(heat) {
    const [ada, bo] = [await heat.person({ ap: START_AP }), await heat.person({ ap: START_AP })]
    const [to, from] = [await pendingChallenge(ada, bo), await pendingChallenge(bo, ada)]
    const replies = await heat.atOnce(step(bo, to, 'accept'), step(ada, from, 'accept'))
    heat.must(succeeded(replies) === 2, 'both are accepted')
    for (const { id } of [ada, bo]) {
      const { ap_available: free, ap_held: held } = await heat.balances(id)
      heat.must(free === START_AP && held === 2 * STAKE, `somebody has ${free} free and ${held} held`)
    }
  },

  async 'gifts around the end of a battle'(heat) {
    const givers = [await heat.person({ earned: EACH }), await heat.person({ earned: EACH })]
    const battle = await heat.liveBattle()
    // The battle was started by real commands; only its end is moved forward.
    const endsAt = new Date(Date.now() + heat.upTo(END_WITHIN_MS))
    await heat.ctx.db.query('update battles set ends_at = $2, due_at = $2 where id = $1', [battle.id, endsAt])
    const gifts = givers.flatMap((racer) =>
      Array.from({ length: EACH }, () => {
        const afterMs = heat.upTo(END_WITHIN_MS)
        const body = { battleId: battle.id, participantId: battle.sides[heat.upTo(2)], amount: 1 }
        const ask = racer.post('/api/battles/gift', body)
        return (server: number) => pause(afterMs).then(() => ask(server))
      }),
    )
    const replies = await heat.atOnce(...gifts)
    await pause(Math.max(0, endsAt.getTime() + 1 - Date.now()))
    const [status] = await Promise.all([untilNot(heat, battle.id, ['active']), doDue(heat.ctx)])
    const given = succeeded(replies)
    heat.must(status === 'completed', 'the battle is settled')
    heat.must((await heat.count('battle_gifts where battle_id = $1', battle.id)) === given, 'gifts that count')
    const earned = async (ids: readonly string[]) =>
      (await Promise.all(ids.map(heat.balances))).reduce((sum, balances) => sum + balances.steeze_earned, 0)
    const [left, received] = [await earned(givers.map(({ id }) => id)), await earned(battle.sides)]
    heat.must(left === givers.length * EACH - given, `the givers have ${left} left after ${given} gifts`)
    heat.must(received === given, `${given} were given and ${received} arrived`)
  },

  async 'the last Steeze: gift, vote, redeem'(heat) {
    const cy = await heat.person({ earned: 1 })
    const battle = await heat.liveBattle()
    const to = { battleId: battle.id, participantId: battle.sides[0] }
    const gift = cy.post('/api/battles/gift', { ...to, amount: 1 })
    const vote = cy.post('/api/battles/vote', to)
    const redeem = cy.post('/api/steeze/redeem', { amount: 1 })
    // Each request is sent an odd number of times, so that both servers get each kind.
    const replies = await heat.atOnce(gift, vote, redeem, gift, vote, redeem)
    heat.must(succeeded(replies) === 1, 'it is spent once')
    const { steeze_earned: free, steeze_held: held } = await heat.balances(cy.id)
    const gifts = await heat.count('battle_gifts where giver_id = $1', cy.id)
    heat.must(free === 0 && held + gifts === 1, `${free} free, ${held} held and ${gifts} given`)
  },

  async 'redeem three times'(heat) {
    const cy = await heat.person({ earned: 9 })
    const redeem = cy.post('/api/steeze/redeem', { amount: 3 })
    const replies = await heat.atOnce(redeem, redeem, redeem)
    heat.must(succeeded(replies) === 1, 'one is signed')
    const { steeze_earned: free, steeze_held: held } = await heat.balances(cy.id)
    heat.must(free === 6 && held === 3, `${free} free and ${held} held`)
  },

  async 'one Idempotency-Key on both servers'(heat) {
    const [ada, bo] = [await heat.person({ earned: 5 }), await heat.person()]
    const create = ada.post('/api/battles', challengeOf(bo.id), randomUUID())
    const redeem = ada.post('/api/steeze/redeem', { amount: 2 }, randomUUID())
    const replies = await heat.atOnce(create, create, create, redeem, redeem, redeem)
    const told = (group: readonly Reply[]) =>
      new Set(group.filter(({ status }) => status === 200).map(({ body }) => body.id ?? body.holdId)).size
    heat.must(told(replies.slice(0, 3)) === 1, 'all who are told of a battle are told of the same')
    heat.must(told(replies.slice(3)) === 1, 'all who are told of a redemption are told of the same')
    heat.must((await heat.count('battles where challenger_id = $1', ada.id)) === 1, 'there is one battle')
    heat.must((await heat.count('steeze_redemptions where user_id = $1', ada.id)) === 1, 'there is one redemption')
    const { ap_held: staked, steeze_held: held } = await heat.balances(ada.id)
    heat.must(staked === STAKE && held === 2, `${staked} AP and ${held} Steeze are held`)
  },
}
