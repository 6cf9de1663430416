import { VOUCH_RULES } from '@aura/api/rules/vouching'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balancesOf, houseAccount, userAccount } from '../../../server/src/features/ledger/index.ts'
import { liftPersonsSuspension, suspendPerson } from '../../../server/src/features/moderation/index.ts'
import { isThorough } from '../../thorough.ts'
import { Actor, newcomer } from '../actors/actors.ts'
import { linkWithInvite } from '../actors/inviting.ts'
import { claim, dailyLessons, passQuiz } from '../actors/learning.ts'
import { post } from '../actors/ledger.ts'
import { replaceWallet } from '../actors/replacing.ts'
import { viaX } from '../actors/x-actor.ts'
import { follow, USDC, withUsdc } from '../chain/chain.ts'
import { openForAll } from '../open-for.ts'
import { testAppWithX } from '../test-app-with-x.ts'

const test = openForAll(testAppWithX)

/** What happens, and how often. */
const KINDS = {
  ...{ signIn: 4, link: 4, disconnect: 1, delete: 2, learn: 2, day: 1 },
  ...{ block: 1, suspend: 2, lift: 1, lose: 1, vouch: 1 },
}
type Kind = keyof typeof KINDS

/** The first ones are wallets, the last one is an X account. */
const IDENTITIES = 4
const X = IDENTITIES - 1

const kind = fc.oneof(
  ...Object.entries(KINDS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Kind) })),
)
const steps = fc.array(fc.record({ kind, of: fc.nat(X), other: fc.nat(X) }), {
  minLength: 12,
  maxLength: isThorough ? 60 : 30,
})

/** Returns the steps that words name. The number after a word is that of the identities; without one it is the first. */
const history = (words: string) =>
  words.split(' ').map((word) => {
    const [kind, at = 0] = word.split('/')
    return { kind: kind as Kind, of: Number(at), other: Number(at) }
  })

/** How a streak was multiplied and restrictions were shed. Random histories rarely do as much. */
const FOUND = [
  history(
    'signIn learn link/1 link link block lose vouch delete signIn signIn signIn signIn vouch learn/1 delete signIn',
  ),
  history('signIn link link block suspend signIn signIn lift delete signIn'),
]

it(
  'through any history of links, deletions and returns, nothing is held twice and no restriction is lost [settings.delete-restores-once] [settings.delete-keeps-restrictions]',
  async () => {
    const property = fc.asyncProperty(steps, async (lived) => {
      const person = await Person.begin()
      for (const { kind, of, other } of lived) {
        await person[kind](of, other)
        await person.check()
      }
    })
    await fc.assert(property, {
      numRuns: isThorough ? 60 : 6,
      endOnFailure: !isThorough,
      examples: FOUND.map((each) => [each]),
    })
  },
  isThorough ? 1_800_000 : undefined,
)

/** What the rules say of an account. */
interface Account {
  id: string
  /** Identities it proved, and those of accounts it returned to. */
  identities: Set<number>
  wallet: number | null
  hasX: boolean
  isAlive: boolean
  /** Whether another account returned to it. */
  isContinued: boolean
  isBlocked: boolean
  isSuspended: boolean
  won: number
  hadBonus: boolean
  paid: Set<string>
  earlier: Set<Account>
}

let people = 0

/** A person with several identities, and a model of their accounts. */
class Person {
  readonly #wallets = Array.from({ length: X }, () => new Actor(test).wallet)
  readonly #x = { id: `77${++people}`, username: `Many_${people}`, name: 'Many Names' }
  readonly #accounts: Account[] = []
  readonly #zed: Actor
  readonly #fan: Actor
  #claims = 0

  private constructor(zed: Actor, fan: Actor) {
    this.#zed = zed
    this.#fan = fan
  }

  static begin = async () => new Person(await newcomer(test), await withUsdc(test, 100_000))

  #holder = (identity: number) =>
    this.#accounts.find(({ isAlive, wallet, hasX }) => isAlive && (identity === X ? hasX : wallet === identity))

  /** Signs in to one of the accounts, or with this identity if there is none. Returns the account, and the browser. */
  #use(of: number): Promise<{ account: Account; actor: Actor }> {
    const alive = this.#accounts.filter(({ isAlive }) => isAlive)
    const account = alive[of % Math.max(1, alive.length)]
    return this.#enter(account ? (account.wallet ?? X) : of)
  }

  async #enter(identity: number): Promise<{ account: Account; actor: Actor }> {
    const actor = new Actor(test)
    const wallet = this.#wallets[identity]
    if (wallet) Object.assign(actor, { wallet })
    test.x.person = this.#x
    let isPaid = false
    if (wallet) isPaid = (await actor.signIn()).bonusAwarded
    else await viaX(actor)
    const { id } = await actor.me()
    const known = this.#holder(identity)
    expect(known?.id ?? id).toBe(id)
    const account = known ?? this.#open(id)
    if (!known) this.#attach(account, identity, isPaid)
    return { account, actor }
  }

  #open(id: string): Account {
    const flags = { isAlive: true, isContinued: false, isBlocked: false, isSuspended: false, hadBonus: false }
    const sets = { identities: new Set<number>(), paid: new Set<string>(), earlier: new Set<Account>() }
    const account = { id, wallet: null, hasX: false, won: 0, ...flags, ...sets }
    this.#accounts.push(account)
    return account
  }

  #attach(account: Account, identity: number, isPaid: boolean): void {
    if (identity === X) account.hasX = true
    else account.wallet = identity
    for (const other of this.#accounts) {
      if (other === account || other.isContinued || !other.identities.has(identity)) continue
      account.isBlocked ||= other.isBlocked
      account.isSuspended ||= other.isSuspended
      account.hadBonus ||= other.hadBonus
      for (const lesson of other.paid) account.paid.add(lesson)
      for (const earlier of [other, ...other.earlier]) account.earlier.add(earlier)
      if (other.isAlive) continue
      other.isContinued = true
      account.won += Math.min(0, other.won)
      for (const each of other.identities) account.identities.add(each)
    }
    account.identities.add(identity)
    expect(isPaid && account.hadBonus, 'a bonus is paid twice').toBe(false)
    account.hadBonus ||= isPaid
  }

  /** Returns the first identity from this one on that has no account now; this one if all have. */
  #free = (from: number): number =>
    [0, 1, 2, 3].map((step) => (from + step) % IDENTITIES).find((identity) => !this.#holder(identity)) ?? from

  signIn = async (of: number) => void (await this.#enter(this.#free(of)))

  async link(of: number, from: number): Promise<void> {
    const other = this.#free(from)
    const { account, actor } = await this.#use(of)
    if (account.isSuspended || this.#holder(other) || (other === X && account.hasX)) return
    if (other === X) {
      await viaX(actor)
      return this.#attach(account, X, false)
    }
    const before = await this.#apOf(account)
    const wallet = this.#wallets[other]
    if (!wallet) throw new Error('no such wallet')
    if (account.wallet === null) {
      Object.assign(actor, { wallet })
      expect((await linkWithInvite(actor)).status).toBe(200)
    } else await replaceWallet(actor, wallet)
    this.#attach(account, other, (await this.#apOf(account)) > before)
  }

  #apOf = async ({ id }: Account) => (await balancesOf(test.ctx.db, id)).ap_available

  async disconnect(of: number): Promise<void> {
    const { account, actor } = await this.#use(of)
    if (account.isSuspended || !account.hasX || account.wallet === null) return
    await actor.call('POST /api/auth/disconnect-twitter', {
      body: { proof: await actor.freshProof('disconnect', 'x') },
    })
    account.hasX = false
  }

  async delete(of: number): Promise<void> {
    const { account, actor } = await this.#use(of)
    if (account.isSuspended) return
    const wallet = account.wallet === null ? undefined : this.#wallets[account.wallet]
    if (wallet) Object.assign(actor, { wallet })
    else await viaX(actor, { purpose: 'delete-account' })
    const proof = wallet ? { proof: await actor.freshProof('delete-account') } : {}
    await actor.call('POST /api/user/delete', { body: { confirmation: (await actor.me()).username, ...proof } })
    account.isAlive = false
  }

  async learn(of: number): Promise<void> {
    const { account, actor } = await this.#use(of)
    if (account.isSuspended) return
    const position = (await dailyLessons(actor)).findIndex(({ completed }) => !completed)
    if (position < 0) return
    const { id } = await passQuiz(actor, position)
    expect(account.paid, 'a lesson is paid twice').not.toContain(id)
    await claim(actor, id)
    account.paid.add(id)
    this.#claims++
  }

  day = async () => void test.ctx.clock.advance({ days: 1 })

  async block(of: number): Promise<void> {
    const { account } = await this.#use(of)
    await this.#zed.signIn()
    await this.#zed.call('PUT /api/blocks/:id', { params: { id: account.id } })
    account.isBlocked = true
  }

  async suspend(of: number): Promise<void> {
    const { account } = await this.#use(of)
    await suspendPerson(test.ctx, { userId: account.id, reason: 'A test.', adminId: null })
    if (account.isSuspended) return
    for (const each of this.#accounts) if (each === account || each.earlier.has(account)) each.isSuspended = true
  }

  async lift(of: number): Promise<void> {
    const { account } = await this.#use(of)
    await liftPersonsSuspension(test.ctx, { userId: account.id, reason: null, adminId: null })
    account.isSuspended = false
  }

  async lose(of: number): Promise<void> {
    const { account } = await this.#use(of)
    if ((await this.#apOf(account)) === 0) return
    await post(test.ctx.db, {
      key: `lost/${account.id}/${account.won}`,
      kind: 'battle_win',
      reference: 'test',
      from: userAccount(account.id, 'ap_available'),
      to: houseAccount('ap_issued'),
      amount: 1,
    })
    account.won -= 1
  }

  async vouch(of: number): Promise<void> {
    const { account } = await this.#use(of)
    const address = account.wallet === null ? undefined : this.#wallets[account.wallet]?.address
    if (address === undefined) return
    const ids = [account, ...account.earlier].map(({ id }) => id)
    const counted = async () => {
      const [row] = await test.ctx.db.query<{ usdc: number }>(
        `select coalesce(sum(counted_micros), 0)::float8 / ${USDC} as usdc from vouches where target_id = any($1::uuid[])`,
        [ids],
      )
      return row?.usdc ?? 0
    }
    const before = await counted()
    // The contract has a cap for each pair of wallets, so each payment comes from a new one.
    const fan = new Actor(test).wallet
    await this.#fan.signIn()
    await replaceWallet(this.#fan, fan)
    test.ctx.chain.mint(fan.address, 60 * USDC)
    test.ctx.chain.vouch(fan.address, address, 60 * USDC)
    await follow(test)
    expect(await counted()).toBeLessThanOrEqual(Math.max(before, VOUCH_RULES.maxUsdc))
  }

  /** Compares the accounts with the model. */
  async check(): Promise<void> {
    const alive = this.#accounts.filter(({ isAlive }) => isAlive)
    const rows = await test.ctx.db.query<{ id: string; isBlocked: boolean; isSuspended: boolean; won: number }>(
      `select u.id, exists (select 1 from blocks b where b.blocked_id = u.id) as "isBlocked",
              exists (select 1 from suspensions s where s.user_id = u.id and s.lifted_at is null) as "isSuspended",
              coalesce((select won from reputation_parts r where r.user_id = u.id), 0)::int as won
       from users u where u.id = any($1::uuid[]) and u.deleted_at is null`,
      [alive.map(({ id }) => id)],
    )
    const held = new Map(rows.map((row) => [row.id, row]))
    for (const { id, isBlocked, isSuspended, won } of alive)
      expect(held.get(id)).toEqual({ id, isBlocked, isSuspended, won })
    const [lit] = await test.ctx.db.query<{ days: number; claims: number }>(
      `select (select coalesce(sum(streak_days), 0)::int from learners where user_id = any($1::uuid[])) as days,
              (select count(*)::int from lesson_completions where user_id = any($1::uuid[]) and streak_after > 0) as claims`,
      [alive.map(({ id }) => id)],
    )
    expect(Math.max(lit?.days ?? 0, lit?.claims ?? 0), 'a day is held twice').toBeLessThanOrEqual(this.#claims)
  }
}
