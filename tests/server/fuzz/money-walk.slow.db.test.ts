import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '@aura/api/calls'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { voidBattle } from '../../../server/src/features/battles/index.ts'
import { liftPersonsSuspension, suspendPerson } from '../../../server/src/features/moderation/index.ts'
import {
  approveReviewIn,
  freezeRedemption,
  readReserves,
  rejectReviewIn,
  testCredit,
  undoDecision,
  unfreezeRedemption,
} from '../../../server/src/features/steeze/index.ts'
import { AppError } from '../../../server/src/platform/app-error.ts'
import { auditAll } from '../../../server/src/programs/audit-all.ts'
import { type Actor, newcomer } from '../actors/actors.ts'
import { doDue } from '../actors/battles.ts'
import { learn } from '../actors/learning.ts'
import { follow, USDC } from '../chain/chain.ts'
import { type TestApp, testApp } from '../test-app.ts'
import { trimTables } from '../trim-tables.ts'

/** A failure is reproducible by its seed, if concurrent actions finish in the same order. */
const SEEDS = [1, 2]
const ROUNDS = 100
const MAX_AT_ONCE = 8
const CHECKED_EVERY = 10
const TRIMMED_EVERY = 10
const PEOPLE = 5
const TOLD = 60

type Signed = Answer<'POST /api/steeze/redeem/sign'>

interface Person {
  actor: Actor
  id: string
  signed: Signed[]
  /** Ids of redemptions that waited for an admin. */
  reviewed: string[]
}

interface Fight {
  id: string
  sides: readonly Person[]
}

/** Actions that need to happen more often than others. */
const OFTEN = [
  'buys',
  'earns',
  'redeems',
  'redeems',
  'approves',
  'signsApproved',
  'withdraws',
  'challenges',
  'gives',
  'gives',
  'gives',
  'comesDue',
  'watches',
  'lifts',
]

/** Redemptions above this amount wait for an admin. */
const REVIEW_ABOVE = 5
const ADMINS = [randomUUID(), randomUUID()] as const

const STEPS = ['accept', 'accept', 'reject', 'withdraw', 'request-cancellation', 'approve-cancellation']

it.each(SEEDS)(
  'all adds up, whatever people, admins and the chain do at once: walk %i [ledger.total-zero]',
  async (seed) => {
    const test = await testApp({ settings: { redeemReviewAbove: REVIEW_ABOVE } })
    const walk = new Walk(test, seed)
    await walk.begin()
    for (let round = 1; round <= ROUNDS; round++) {
      await walk.round()
      if (round % CHECKED_EVERY === 0) expect(await walk.faults(), walk.story()).toEqual([])
    }
    await walk.end()
    expect(await walk.faults(), walk.story()).toEqual([])
    expect(await walk.leftOver(), walk.story()).toEqual({ holds: 0, battles: 0, redemptions: 0, events: 0 })
    // The walk must have covered enough to be meaningful.
    const kinds = await test.ctx.db.query<{ kind: string }>('select distinct kind from ledger_transfers')
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['steeze_purchase', 'vouch_award', 'battle_stake', 'battle_gift']),
    )
    await test.close()
  },
)

/** Users who move value by any call, on a chain that reorganises and lags. */
class Walk {
  readonly #test: TestApp
  readonly #rolls: Iterator<number>
  readonly #people: Person[] = []
  readonly #fights: Fight[] = []
  readonly #transactions: string[] = []
  readonly #happened: string[] = []
  readonly #crashes: string[] = []

  constructor(test: TestApp, seed: number) {
    this.#test = test
    this.#rolls = fc.sample(fc.noBias(fc.nat(0xffffff)), { seed, numRuns: 5_000 }).values()
  }

  async begin(): Promise<void> {
    const { ctx } = this.#test
    ctx.chain.finality = 3
    for (let joined = 0; joined < PEOPLE; joined++) this.#people.push(await this.#join())
    for (const { actor } of this.#people) ctx.chain.buy(actor.wallet.address, 2 * USDC)
    ctx.chain.mine(8)
    await follow(this.#test)
    await this.#challenge(this.#people[0] as Person, this.#people[1] as Person, { isAccepted: true })
    ctx.clock.advance({ hours: 1 })
    await doDue(ctx)
  }

  async round(): Promise<void> {
    const names = [...Object.keys(this.#acts), ...OFTEN]
    const chosen = Array.from({ length: 1 + this.#upTo(MAX_AT_ONCE) }, () => this.#pick(names))
    this.#happened.push(`together: ${chosen.join(', ')}`)
    const trimming = this.#isOnce(TRIMMED_EVERY) ? [trimTables(this.#test.ctx)] : []
    await Promise.all([...trimming, ...chosen.map((name) => this.#acts[name]?.())])
  }

  async end(): Promise<void> {
    const { ctx } = this.#test
    // Redemptions that wait for an admin or their owner are returned.
    ctx.clock.advance({ hours: 8 * 24 })
    for (let turn = 0; turn < 3; turn++) {
      ctx.clock.advance({ hours: 3 })
      ctx.chain.mine(5)
      await follow(this.#test)
      await doDue(ctx)
    }
  }

  /** Returns invariant violations once the chain has been followed to its end. */
  async faults(): Promise<unknown[]> {
    const { ctx } = this.#test
    ctx.chain.lag = 0
    ctx.chain.mine()
    await follow(this.#test)
    const audits = await auditAll(ctx.db)
    const { difference, ledger } = await readReserves(ctx)
    const money = difference === 0 && ledger.unexplained === 0 ? [] : [{ difference, ledger }]
    return [...audits.flatMap(({ broken }) => broken), ...money, ...this.#crashes]
  }

  /** Returns what is held, open or not final; empty once the walk has ended. */
  async leftOver() {
    const [row] = await this.#test.ctx.db.query(
      `select (select coalesce(sum(balance), 0)::int from ledger_accounts
               where kind in ('ap_held', 'steeze_held', 'gifts_to_challenger', 'gifts_to_opponent')) as holds,
              (select count(*)::int from battles where due_at is not null) as battles,
              (select count(*)::int from steeze_redemptions where closed_at is null) as redemptions,
              (select count(*)::int from chain_events where status = 'seen') as events`,
      [],
    )
    return row
  }

  story = (): string => this.#happened.slice(-TOLD).join('\n')

  readonly #acts: Record<string, () => Promise<unknown>> = {
    buys: () =>
      this.#onChain(({ buyer, isPending }) =>
        this.#test.ctx.chain.buy(buyer.actor.wallet.address, (1 + this.#upTo(30)) * (USDC / 10), { isPending }),
      ),
    vouches: () =>
      this.#onChain(({ buyer }) =>
        this.#test.ctx.chain.vouch(
          buyer.actor.wallet.address,
          this.#pick(this.#people).actor.wallet.address,
          (1 + this.#upTo(40)) * USDC,
        ),
      ),
    confirmsPurchase: () => this.#tells('/api/steeze/confirm-purchase', {}),
    confirmsWithdrawal: () => this.#tells('/api/steeze/redeem-confirm', {}),
    confirmsVouch: () => this.#tells('/api/vouch/create', { vouchedUserId: this.#person().id, usdcAmount: 1 }),
    watches: () => follow(this.#test),
    mines: async () => this.#test.ctx.chain.mine(1 + this.#upTo(4)),
    lags: async () => (this.#test.ctx.chain.lag = this.#upTo(2)),
    reorganises: async () => {
      const some = () => this.#transactions.slice(-4).filter(() => this.#isOnce(4))
      this.#test.ctx.chain.reorg(1 + this.#upTo(3), { drop: some(), later: some() })
    },
    waits: async () => this.#test.ctx.clock.advance({ minutes: 1 + this.#upTo(20) }),
    learns: async () => learn(this.#person().actor, this.#upTo(3)).catch(() => {}),
    earns: async () => {
      const [from, to] = [this.#person(), this.#person()]
      if (from === to) return
      const credit = { key: randomUUID(), fromId: from.id, toId: to.id, amount: 1 + this.#upTo(15) }
      await testCredit(this.#test.ctx, credit).catch(expected)
    },
    redeems: async () => {
      const person = this.#person()
      const opened = await this.#ask<Answer<'POST /api/steeze/redeem'>>(person, '/api/steeze/redeem', {
        amount: 1 + this.#upTo(20),
      })
      if (!opened) return
      if (opened.signature === null) person.reviewed.push(opened.holdId)
      else person.signed.push(opened)
    },
    signsApproved: async () => {
      const { person, id: holdId } = this.#reviewed()
      const signed = person && (await this.#ask<Signed>(person, '/api/steeze/redeem/sign', { holdId }))
      if (signed) person.signed.push(signed)
    },
    cancels: async () => {
      const { person, id } = this.#reviewed()
      if (person && this.#isOnce(4)) await this.#ask(person, `/api/steeze/redemption/${id}/cancel`)
    },
    appeals: async () => {
      const { person, id } = this.#reviewed()
      if (person) await this.#ask(person, `/api/steeze/redemption/${id}/appeal`, { text: 'It is mine.' })
    },
    approves: () => this.#decides('approve'),
    rejects: async () => (this.#isOnce(3) ? this.#decides('reject') : undefined),
    undoes: async () => (this.#isOnce(3) ? this.#decides('undo') : undefined),
    signsAgain: async () => {
      const person = this.#person()
      const holdId = person.signed.at(-1)?.holdId
      const signed = holdId && (await this.#ask<Signed>(person, '/api/steeze/redeem/sign', { holdId }))
      if (signed) person.signed.push(signed)
    },
    withdraws: () =>
      this.#onChain(async ({ isPending }) => {
        const able = this.#people.filter(({ signed }) => signed.length > 0)
        const signed = able.length > 0 ? this.#pick(able).signed.at(-1 - this.#upTo(2)) : undefined
        if (!signed) return undefined
        const amount = this.#isOnce(2) ? 1 + this.#upTo(signed.amount) : signed.amount
        return this.#test.ctx.chain.withdraw(signed.walletAddress, amount, signed, { isPending })
      }),
    challenges: () => this.#challenge(this.#person(), this.#person(), { isAccepted: !this.#isOnce(4) }),
    steps: async () => {
      const fight = this.#fight()
      if (fight) await this.#ask(this.#pick(fight.sides), `/api/battles/${fight.id}/${this.#pick(STEPS)}`)
    },
    gives: async () => {
      const fight = this.#fight()
      if (!fight) return
      for (let gift = 0; gift < 3; gift++) {
        const participantId = this.#pick(fight.sides).id
        const amount = 1 + this.#upTo(20)
        await this.#ask(this.#person(), '/api/battles/gift', { battleId: fight.id, participantId, amount })
      }
    },
    comesDue: () => doDue(this.#test.ctx),
    isVoided: async () => {
      const fight = this.#isOnce(4) ? this.#fight() : undefined
      const why = { reason: 'Nobody watched', adminId: null }
      if (fight) await voidBattle(this.#test.ctx, { battleId: fight.id, ...why }).catch(expected)
    },
    suspends: async () => {
      if (!this.#isOnce(10)) return
      await suspendPerson(this.#test.ctx, { userId: this.#person().id, reason: 'Too loud', adminId: null })
    },
    lifts: () => liftPersonsSuspension(this.#test.ctx, { userId: this.#person().id, reason: null, adminId: null }),
    freezes: async () => {
      if (this.#isOnce(4)) await freezeRedemption(this.#test.ctx, this.#person().id, 'Looked at')
      else await unfreezeRedemption(this.#test.ctx, this.#person().id)
    },
    leaves: async () => {
      if (!this.#isOnce(6)) return
      const at = this.#upTo(this.#people.length)
      const person = this.#people[at] as Person
      const me = await person.actor.me().catch(() => undefined)
      // Suspended users aren't asked for a signature.
      const proof = me && (await person.actor.freshProof('delete-account').catch(() => undefined))
      const isGone = me && (await this.#ask(person, '/api/user/delete', { confirmation: me.username, proof }))
      if (isGone) this.#people[at] = await this.#join()
    },
  }

  /** Decides the newest reviewed redemption of a random person. */
  async #decides(step: 'approve' | 'reject' | 'undo'): Promise<void> {
    const { id } = this.#reviewed()
    if (!id) return
    const { ctx } = this.#test
    const [adminId, proposerId] = ADMINS
    const by = { id, adminId, reason: 'Looked at' }
    const decided = {
      approve: () =>
        ctx.db.tx((tx) => approveReviewIn(ctx, tx, { ...by, proposed: { by: proposerId, at: ctx.clock.now() } })),
      reject: () => ctx.db.tx((tx) => rejectReviewIn(ctx, tx, { ...by, answersAppeal: true })),
      undo: () => undoDecision(ctx, by),
    }[step]()
    const outcome = await decided.then(() => 'done').catch(expected)
    this.#happened.push(`${step} ${outcome ?? 'refused'}`)
  }

  async #join(): Promise<Person> {
    const actor = await newcomer(this.#test)
    this.#test.ctx.chain.mint(actor.wallet.address, 500 * USDC)
    // More blocks than any reorganisation replaces.
    this.#test.ctx.chain.mine(4)
    return { actor, id: (await actor.me()).id, signed: [], reviewed: [] }
  }

  async #challenge(challenger: Person, opponent: Person, { isAccepted }: { isAccepted: boolean }): Promise<void> {
    const battle = await this.#ask<{ id: string }>(challenger, '/api/battles', {
      opponentId: opponent.id,
      stakeAmount: 1 + this.#upTo(60),
      battleDate: new Date(this.#test.ctx.clock.now().getTime() + (1 + this.#upTo(30)) * 60_000).toISOString(),
      duration: 3,
    } satisfies Body<'POST /api/battles'>)
    if (!battle) return
    this.#fights.push({ id: battle.id, sides: [challenger, opponent] })
    if (isAccepted) await this.#ask(opponent, `/api/battles/${battle.id}/accept`)
  }

  /** Returns undefined if refused. Server errors are recorded. */
  async #ask<T>({ actor }: Person, path: string, body: unknown = {}): Promise<T | undefined> {
    const reply = await actor.send<T & { code?: string }>('POST', path, body)
    this.#happened.push(`${path} ${reply.status} ${reply.body.code ?? ''}`)
    if (reply.status === 500) this.#crashes.push(`${path} ${reply.status}`)
    return reply.status < 300 ? reply.body : undefined
  }

  async #onChain(
    send: (by: { buyer: Person; isPending: boolean }) => Promise<string | undefined> | string,
  ): Promise<void> {
    try {
      const hash = await send({ buyer: this.#person(), isPending: this.#isOnce(5) })
      if (hash) this.#transactions.push(hash)
    } catch {
      this.#happened.push('refused on chain')
    }
  }

  /** Reports a random transaction, of any sender and kind. */
  async #tells(path: string, body: object): Promise<void> {
    const latest = this.#transactions.slice(-6)
    if (latest.length > 0) await this.#ask(this.#person(), path, { ...body, transactionHash: this.#pick(latest) })
  }

  #upTo = (count: number): number => (this.#rolls.next().value ?? 0) % count
  #isOnce = (inAll: number): boolean => this.#upTo(inAll) === 0
  #pick = <T>(list: readonly T[]): T => list[this.#upTo(list.length)] as T
  #person = (): Person => this.#pick(this.#people)
  /** Returns the newest reviewed redemption of a random person. */
  #reviewed = (): { person?: Person; id?: string } => {
    const people = this.#people.filter(({ reviewed }) => reviewed.length > 0)
    if (people.length === 0) return {}
    const person = this.#pick(people)
    return { person, id: person.reviewed.at(-1) as string }
  }
  #fight = (): Fight | undefined => {
    const latest = this.#fights.slice(-6)
    return latest.length > 0 ? this.#pick(latest) : undefined
  }
}

function expected(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
