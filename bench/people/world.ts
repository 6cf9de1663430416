import type {
  Account,
  Funding,
  Holders,
  PayerAccounts,
  Trace,
} from '../../server/src/features/related-accounts/relatedness.rules.ts'

/** Simulated days, which equal the retention of an address. */
const DAYS = 90
const HOURS = DAYS * 24

export interface Person extends Account {
  id: number
  /** Number of the ring; null for honest people. */
  ring: number | null
  traces: Trace[]
  fundings: Funding[]
}

const newPerson = (id: number, ring: number | null): Person => ({
  ...{ id, ring, traces: [], fundings: [] },
  wallets: [`wallet-${id}`],
})

/** Returns the accounts that own a wallet, named after its owner. */
export const payersOf =
  (people: readonly Person[]): PayerAccounts =>
  (payer) => {
    const owner = people[Number(payer.slice('wallet-'.length))]
    return owner ? [owner] : []
  }

/**
 * Returns honest people who live alone, in couples, families and shared flats, go out with friends, watch streams at
 * others' homes and share offices, schools and mobile carriers; and rings, each of one person with many accounts, `careful`
 * ones with a browser profile for each. docs/benchmarks.md lists the assumptions.
 */
export function world(honest: number, rings: number, random: () => number) {
  const chance = (part: number) => random() < part
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const oneOf = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T
  /** Most sign-ins are in the evening. */
  const hourOfDay = () => (chance(0.6) ? whole(17, 22) : whole(7, 23))
  const anyHour = () => whole(0, DAYS - 1) * 24 + hourOfDay()

  const people: Person[] = []
  const join = (ring: number | null): Person => {
    const person = newPerson(people.length, ring)
    people.push(person)
    return person
  }
  const signIn = ({ traces }: Person, hour: number, { device, address }: Record<'device' | 'address', string>) => {
    if (hour < 0 || hour >= HOURS) return
    const add = (kind: 'device' | 'address', value: string) => {
      const isKnown = traces.some((known) => known.kind === kind && known.value === value && known.hour === hour)
      if (!isKnown) traces.push({ kind, value, hour })
    }
    add('device', device)
    add('address', address)
  }

  const homes: { address: string; members: Person[] }[] = []
  while (people.length < honest) {
    const size = oneOf([1, 1, 1, 2, 2, 2, 3, 4, 5])
    const address = `home-${homes.length}`
    const members = Array.from({ length: Math.min(size, honest - people.length) }, () => join(null))
    homes.push({ address, members })
  }

  // People also use a carrier shared by 500, and an office of 8 to 200 or a school of 300.
  const carriers = Math.ceil(honest / 500)
  const offices: string[] = []
  for (let office = 0; offices.length < honest; office++)
    offices.push(...Array<string>(oneOf([8, 15, 30, 60, 200, 300])).fill(`office-${office}`))
  // Shuffled, because neighbours don't usually work together.
  for (let at = honest - 1; at > 0; at--) {
    const other = whole(0, at)
    ;[offices[at], offices[other]] = [offices[other] as string, offices[at] as string]
  }

  for (const { address, members } of homes) {
    const isShared = members.length > 1 && chance(0.25)
    const isOnlyOne = members.length > 1 && chance(0.01)
    const family = `device-of-${address}`
    for (const person of members) {
      const own = `device-${person.id}`
      const carrier = `carrier-${person.id % carriers}`
      // A session is used once a day or not at all; some people clear their cookies or change browsers.
      const [joined, active] = [whole(0, DAYS - 1), 0.15 + random() * 0.85]
      let cleared = 0
      for (let day = joined; day < DAYS; day++) {
        if (day > joined && !chance(active)) continue
        if (chance(0.02)) cleared++
        const device = isOnlyOne || (isShared && chance(0.2)) ? family : `${own}-${cleared}`
        const place = random()
        const where = place < 0.6 ? address : place < 0.85 ? carrier : (offices[person.id] as string)
        signIn(person, day * 24 + hourOfDay(), { device, address: device === family ? address : where })
      }
    }
  }

  const homeOf = (person: Person) => homes.find(({ members }) => members.includes(person)) as (typeof homes)[number]
  const friendsOf = people.map(() => Array.from({ length: whole(2, 8) }, () => whole(0, honest - 1)))
  // A friend joins or signs in on a person's device, at that person's home.
  for (const person of people) {
    if (!chance(0.08)) continue
    const guest = people[oneOf(friendsOf[person.id] as number[])] as Person
    const home = homeOf(person).address
    for (let visit = whole(1, 2); visit > 0; visit--) {
      const hour = anyHour()
      signIn(guest, hour, { device: `device-${person.id}`, address: home })
      if (chance(0.5)) signIn(person, hour, { device: `device-${person.id}`, address: home })
    }
  }
  // Streams: a host has guests in one evening, a few of whom sign in on the host's device.
  for (let stream = 0; stream < honest / 50; stream++) {
    const host = people[whole(0, honest - 1)] as Person
    const hour = anyHour()
    const at = { device: `device-${host.id}`, address: `stream-${stream}` }
    signIn(host, hour, at)
    for (let guest = whole(3, 15); guest > 0; guest--) {
      const person = people[whole(0, honest - 1)] as Person
      signIn(person, hour + whole(0, 1), chance(0.15) ? at : { ...at, device: `device-${person.id}` })
    }
  }
  // Payments: to friends and household members, and from a few patrons to many people.
  const pay = (payer: string, to: Person, day: number) => to.fundings.push({ payer, day })
  for (const person of people) {
    if (!chance(0.3)) continue
    const home = homeOf(person)
    for (let payment = whole(1, 4); payment > 0; payment--) {
      const to = chance(0.15) ? oneOf(home.members) : (people[oneOf(friendsOf[person.id] as number[])] as Person)
      if (to !== person) pay(`wallet-${person.id}`, to, whole(0, DAYS - 1))
    }
    // A friend of a whole household pays two of them on one day.
    if (chance(0.05)) {
      const { members } = oneOf(homes)
      const day = whole(0, DAYS - 1)
      for (const to of members.slice(0, 2)) pay(`wallet-${person.id}`, to, day)
    }
  }
  for (let patron = 0; patron < honest / 200; patron++) {
    const payer = `wallet-${whole(0, honest - 1)}`
    for (let payment = whole(10, 100); payment > 0; payment--)
      pay(payer, people[whole(0, honest - 1)] as Person, whole(0, DAYS - 1))
  }

  const ringsWith = (count: number, from: number, leastOwn: number) =>
    Array.from({ length: count }, (_, nr) => {
      const members = Array.from({ length: oneOf([2, 3, 4, 5, 6, 8, 10, 15, 20, 30]) }, () => join(from + nr))
      plantRing(members, from + nr, leastOwn)
      return members
    })
  const found = ringsWith(rings, 0, 0)
  const careful = ringsWith(Math.ceil(rings / 4), rings, 1)

  /** Signs in the accounts of one owner every few days, some or all in turn, with varying care. */
  function plantRing(members: readonly Person[], ring: number, leastOwn: number): void {
    const device = `ring-device-${ring}`
    const address = chance(0.2) ? `carrier-${whole(0, carriers - 1)}` : `ring-home-${ring}`
    // Care: how often a sign-in uses a browser of its own, and another address.
    const ownBrowser = Math.max(leastOwn, random() * 0.4)
    const otherAddress = random() * 0.4
    const sessions = whole(6, 40)
    const played = 0.5 + random() * 0.5
    for (let session = 0; session < sessions; session++) {
      const hour = anyHour()
      for (const [nr, person] of members.entries()) {
        if (!chance(played)) continue
        signIn(person, hour + (chance(0.8) ? 0 : 1), {
          device: chance(ownBrowser) ? `ring-browser-${person.id}` : device,
          address: chance(otherAddress) ? `vpn-${whole(0, 19)}` : address,
        })
        // Thirty accounts take longer than an hour.
        if (nr === 15 && chance(0.5)) break
      }
    }
    if (!chance(0.7)) return
    const day = whole(0, DAYS - 1)
    // One of them pays the others, since only what an account pays brings them anything.
    const [payer] = members
    for (const person of members)
      if (chance(0.8) && person !== payer) pay(`wallet-${payer?.id}`, person, chance(0.6) ? day : whole(0, DAYS - 1))
  }

  return { people, rings: found, careful }
}

/**
 * Returns a class whose teacher invited all of them: a lesson twice a week for eight weeks, at computers that change each
 * time, and nowhere else.
 */
export function schoolClass(pupils: number, computers: number, random: () => number): Person[] {
  const people = Array.from({ length: pupils }, (_, id) => newPerson(id, null))
  for (let lesson = 0; lesson < 16; lesson++) {
    const hour = Math.floor(lesson / 2) * 7 * 24 + (lesson % 2) * 48 + 10
    const seats = people.map(({ id }) => ({ id, at: random() })).sort((a, b) => a.at - b.at)
    for (const [seat, { id }] of seats.entries())
      people[id]?.traces.push(
        { kind: 'device', value: `computer-${seat % computers}`, hour },
        { kind: 'address', value: 'school', hour },
      )
  }
  return people
}

/** Returns how many accounts have each value, and the pairs that share a value which at most `most` accounts have. */
export function compared(people: readonly Person[], most: number): { holders: Holders; pairs: [Person, Person][] } {
  const byValue = new Map<string, Set<Person>>()
  for (const person of people) {
    const values = [
      ...person.traces.map(({ kind, value }) => `${kind}/${value}`),
      ...person.fundings.map(({ payer }) => `funder/${payer}`),
    ]
    for (const value of values) byValue.set(value, (byValue.get(value) ?? new Set()).add(person))
  }
  const pairs = new Map<number, [Person, Person]>()
  for (const set of byValue.values()) {
    if (set.size > most) continue
    const members = [...set].sort((a, b) => a.id - b.id)
    for (const [index, a] of members.entries())
      for (const b of members.slice(index + 1)) pairs.set(a.id * people.length + b.id, [a, b])
  }
  return { holders: (kind, value) => byValue.get(`${kind}/${value}`)?.size ?? 0, pairs: [...pairs.values()] }
}
