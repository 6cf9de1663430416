/**
 * Recomputes the receipt of a battle, see docs/battle-receipts.md. Imports nothing and uses none of the server's code: it
 * runs in the receipt's page and as a command.
 */

interface Gift {
  seq: number
  at: string
  giverId: string
  participantId: string
  amount: number
  purchased: number
  earned: number
  hash: string
}

interface Place {
  ownerId: string
  account: string
}

interface SoftClose {
  seconds: number
  atMost: number
  plannedEndsAt: string
  extensions: { at: string; endsAt: string }[]
}

interface Outage {
  from: string
  to: string
  /** Number of the gift before it; it came between this gift and the next. */
  afterGift: number
  endedAt: string
  endsAt: string
}

interface Answer {
  choice: number[]
  at: string
  roundTripMs: number
}

interface Rounds {
  bestOf: number
  suddenDeath: number
  shareMs: number
  points: { challenger: number; opponent: number }
  absent: 'challenger' | 'opponent' | 'both' | null
  rounds: {
    number: number
    commitment: string
    salt: string
    sealed: string
    openedAt: string
    answers: { challenger: Answer | null; opponent: Answer | null }
    result: string
  }[]
}

export interface Receipt {
  format: string
  battle: {
    id: string
    status: string
    stake: number
    battleStartsAt: string
    /** Planned length of the battle in hours. */
    duration: number
    endsAt: string
    winnerId: string | null
    challenger: { id: string }
    opponent: { id: string }
  }
  totals: { challenger: number; opponent: number; gifts: number }
  /** Present in version 2 and in some receipts of version 3. */
  softClose?: SoftClose | undefined
  /** Present in receipts of version 3. */
  outage?: Outage | undefined
  /** Present in receipts of version 4. */
  rounds?: Rounds | undefined
  entries: { key: string; amount: number; currency: string; from: Place; to: Place }[]
  chain: { start: string; head: string }
  gifts: Gift[]
  nextAfter: number | null
}

const SOFT_CLOSE_FORMAT = 'aura-battle-receipt/2'
const OUTAGE_FORMAT = 'aura-battle-receipt/3'
const ROUNDS_FORMAT = 'aura-battle-receipt/4'
const FORMATS = ['aura-battle-receipt/1', SOFT_CLOSE_FORMAT, OUTAGE_FORMAT, ROUNDS_FORMAT]

/** Returns the SHA-256 of the text's UTF-8 in hexadecimal. Throws where a page didn't come over https or from this machine. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns every contradiction in a receipt, given as its pages in order. */
export async function receiptFaults(pages: readonly Receipt[]): Promise<string[]> {
  const [receipt] = pages
  if (!receipt || !FORMATS.includes(receipt.format)) return ['this is not a battle receipt']
  if ((receipt.format === OUTAGE_FORMAT) !== (receipt.outage !== undefined)) {
    return ['the version does not fit the outage']
  }
  if ((receipt.format === ROUNDS_FORMAT) !== (receipt.rounds !== undefined)) {
    return ['the version does not fit the rounds']
  }
  if (!receipt.outage && (receipt.format === SOFT_CLOSE_FORMAT) !== (receipt.softClose !== undefined)) {
    return ['the version does not fit the soft close']
  }
  const gifts = pages.flatMap((page) => page.gifts)
  return [
    ...(await chainFaults(receipt, gifts)),
    ...giftFaults(receipt, gifts),
    ...endFaults(receipt, gifts),
    ...(receipt.rounds ? await roundsFaults(receipt.battle.id, receipt.rounds) : []),
    ...resultFaults(receipt, gifts),
  ]
}

/** Checks that the hash chain starts with the battle and leads, gift by gift, to its head. */
async function chainFaults({ battle, chain }: Receipt, gifts: readonly Gift[]): Promise<string[]> {
  const faults: string[] = []
  let hash = await sha256(`aura-battle-gifts/1\n${battle.id}`)
  if (hash !== chain.start) faults.push('the chain does not begin with this battle')
  for (const { seq, at, giverId, participantId, amount, purchased, earned, hash: told } of gifts) {
    hash = await sha256([hash, seq, at, giverId, participantId, amount, purchased, earned].join('\n'))
    if (hash !== told) return [...faults, `gift ${seq} does not follow from the one before it`]
  }
  if (hash !== chain.head) faults.push('the gifts do not lead to the head of the chain')
  return faults
}

function giftFaults({ battle, totals }: Receipt, gifts: readonly Gift[]): string[] {
  const faults: string[] = []
  const sides = [battle.challenger.id, battle.opponent.id]
  for (const [index, gift] of gifts.entries()) {
    const isWhole = gift.amount >= 1 && gift.amount === gift.purchased + gift.earned
    if (gift.seq !== index + 1) faults.push(`gift ${gift.seq} stands where ${index + 1} should`)
    if (!isWhole) faults.push(`gift ${gift.seq} is not the sum of its parts`)
    if (!sides.includes(gift.participantId)) faults.push(`gift ${gift.seq} is for neither side`)
    if (sides.includes(gift.giverId)) faults.push(`gift ${gift.seq} is from a participant`)
    if (gift.at < battle.battleStartsAt || gift.at >= battle.endsAt) faults.push(`gift ${gift.seq} is out of time`)
  }
  if (gifts.length !== totals.gifts) faults.push(`${totals.gifts} gifts are counted, ${gifts.length} are here`)
  return faults
}

const WINDOW_MS = 60_000
const MAX_EXTENSIONS = 3

/**
 * Checks that the end is the planned one, moved by an outage and by each gift that took the lead with less than the
 * window left.
 */
function endFaults({ battle, softClose, outage }: Receipt, gifts: readonly Gift[]): string[] {
  const faults: string[] = []
  const startMs = Date.parse(battle.battleStartsAt)
  const plannedMs = startMs + Math.round(battle.duration * 3_600_000)
  const told = softClose?.extensions ?? []
  if (
    plannedMs !== Date.parse(softClose?.plannedEndsAt ?? (outage ? new Date(plannedMs).toISOString() : battle.endsAt))
  ) {
    faults.push('start and duration do not lead to the planned end')
  }
  if (softClose && (softClose.seconds * 1_000 !== WINDOW_MS || softClose.atMost !== MAX_EXTENSIONS)) {
    faults.push('a soft close adds 60 seconds, at most three times')
  }
  let endMs = plannedMs
  let lead = 0
  const found: { at: string; endsAt: string }[] = []
  const passOutage = (given: number) => {
    if (!outage || outage.afterGift !== given) return
    faults.push(...outageFaults(outage, { startMs, endMs, before: gifts[given - 1], after: gifts[given] }))
    endMs = Date.parse(outage.endsAt)
  }
  if (outage && !(outage.afterGift >= 0 && outage.afterGift <= gifts.length)) {
    faults.push('the outage follows a gift that is not here')
  }
  passOutage(0)
  for (const [index, { seq, at, participantId, amount }] of gifts.entries()) {
    const atMs = Date.parse(at)
    if (atMs >= endMs) faults.push(`gift ${seq} is after the end as it stood`)
    const before = Math.sign(lead)
    lead += participantId === battle.challenger.id ? amount : -amount
    const takesLead = lead !== 0 && Math.sign(lead) !== before
    const isLate = atMs < endMs && endMs - atMs < WINDOW_MS
    if (softClose && takesLead && isLate && found.length < MAX_EXTENSIONS) {
      endMs = atMs + WINDOW_MS
      found.push({ at, endsAt: new Date(endMs).toISOString() })
    }
    passOutage(index + 1)
  }
  const isSame = (one: (typeof found)[number], other: (typeof found)[number] | undefined) =>
    one.at === other?.at && one.endsAt === other.endsAt
  if (found.length !== told.length || !found.every((each, index) => isSame(each, told[index]))) {
    faults.push('the extensions do not follow from the gifts')
  }
  if (endMs !== Date.parse(battle.endsAt)) faults.push('the end does not follow from the plan and the extensions')
  return faults
}

const OUTAGE_LEAST_MS = 5_000
const MAX_OUTAGE_MS = 300_000

interface AroundOutage {
  startMs: number
  endMs: number
  before: Gift | undefined
  after: Gift | undefined
}

/**
 * Checks that the time an outage took from the last minute is added after the end, or after the outage if that is
 * later.
 */
function outageFaults(outage: Outage, { startMs, endMs, before, after }: AroundOutage): string[] {
  const faults: string[] = []
  const toMs = Date.parse(outage.to)
  const lostMs = Math.min(toMs, endMs) - Math.max(Date.parse(outage.from), endMs - WINDOW_MS, startMs)
  const movedMs = Math.max(endMs, toMs) + lostMs
  if (Date.parse(outage.endedAt) !== endMs) faults.push('the outage did not find the end as it stood')
  if (!(lostMs > OUTAGE_LEAST_MS)) faults.push('the outage took too little of the last minute to move the end')
  if (Date.parse(outage.endsAt) !== movedMs) faults.push('the outage did not move the end by what it took')
  if (movedMs - endMs > MAX_OUTAGE_MS) faults.push('the outage moved the end too far')
  if ((before && before.at > outage.to) || (after && after.at < outage.to)) {
    faults.push('the outage is not between the gifts around it')
  }
  return faults
}

const MAX_TRIP_MS = 800
const ANSWER_MS = 20_000
const MAX_INTERRUPTIONS = 3

interface Sealed {
  lessonId: string
  questionId: string
  options: string[]
  right: number[]
}

/** Returns what a commitment covers; undefined if it isn't a question. */
function readSealed(sealed: string): Sealed | undefined {
  try {
    const { lessonId, questionId, options, right } = JSON.parse(sealed) as Sealed
    return Array.isArray(options) && Array.isArray(right) ? { lessonId, questionId, options, right } : undefined
  } catch {
    return undefined
  }
}

/** Checks that each round was committed to, and that results and points follow from the answers. */
async function roundsFaults(
  battleId: string,
  { bestOf, suddenDeath, shareMs, points, absent, rounds }: Rounds,
): Promise<string[]> {
  const faults: string[] = []
  if (![3, 5, 7].includes(bestOf) || suddenDeath !== 3 || shareMs !== 250) {
    faults.push('rounds are best of 3, 5 or 7, with three of sudden death, shared within 250 milliseconds')
  }
  if (absent && rounds.length > 0) faults.push('rounds were played though somebody was absent')
  const asked = new Set<string>()
  const found = { challenger: 0, opponent: 0 }
  let [played, interrupted] = [0, 0]
  for (const [index, { number, commitment, salt, sealed, openedAt, answers, result }] of rounds.entries()) {
    if (number !== index + 1) faults.push(`round ${number} stands where ${index + 1} should`)
    if ((await sha256(['aura-battle-round/1', battleId, number, salt, sealed].join('\n'))) !== commitment) {
      faults.push(`the question of round ${number} is not the one committed to`)
    }
    const question = readSealed(sealed)
    if (!question) {
      faults.push(`the question of round ${number} can’t be read`)
      continue
    }
    const name = `${question.lessonId}/${question.questionId}`
    if (asked.has(name)) faults.push(`round ${number} asks a question again`)
    asked.add(name)
    const left = bestOf - played
    const lead = Math.abs(found.challenger - found.opponent)
    if (left > 0 ? lead > left : lead > 0 || left <= -suddenDeath) faults.push(`round ${number} came after the end`)
    const [one, other] = [answers.challenger, answers.opponent].map((answer) => {
      if (!answer) return undefined
      const ms = Math.max(0, Date.parse(answer.at) - Date.parse(openedAt) - answer.roundTripMs)
      const isTimely = answer.at >= openedAt && ms <= ANSWER_MS
      const isLine = answer.roundTripMs >= 0 && answer.roundTripMs <= MAX_TRIP_MS
      if (!isTimely || !isLine) faults.push(`an answer of round ${number} is out of time`)
      if (!answer.choice.every((option) => question.options[option] !== undefined)) {
        faults.push(`an answer of round ${number} chooses what was no option`)
      }
      return answer.choice.toSorted().join() === question.right.toSorted().join() ? ms : undefined
    })
    if (result === 'interrupted') {
      interrupted += 1
      continue
    }
    played += 1
    const expected = roundResult(one, other, shareMs)
    if (result !== expected) faults.push(`round ${number} went to ${expected}`)
    if (expected === 'challenger' || expected === 'shared') found.challenger += 1
    if (expected === 'opponent' || expected === 'shared') found.opponent += 1
  }
  if (interrupted > MAX_INTERRUPTIONS) faults.push('too many rounds were interrupted')
  if (found.challenger !== points.challenger || found.opponent !== points.opponent) {
    faults.push('the points do not follow from the rounds')
  }
  return faults
}

/** Takes the milliseconds of each right answer. */
function roundResult(one: number | undefined, other: number | undefined, shareMs: number): string {
  if (one === undefined) return other === undefined ? 'nobody' : 'opponent'
  if (other === undefined) return 'challenger'
  if (Math.abs(one - other) <= shareMs) return 'shared'
  return one < other ? 'challenger' : 'opponent'
}

/** Returns whether the rounds decided the battle: by a lead that can't be caught up, or because sudden death is over. */
function isDecided({ bestOf, suddenDeath, points, rounds }: Rounds): boolean {
  const left = bestOf - rounds.filter(({ result }) => result !== 'interrupted').length
  const lead = Math.abs(points.challenger - points.opponent)
  return left > 0 ? lead > left : lead > 0 || left <= -suddenDeath
}

/** Checks that the winner follows from the gifts or rounds, and the transfers from the winner. */
function resultFaults({ battle, totals, entries, rounds }: Receipt, gifts: readonly Gift[]): string[] {
  const { challenger, opponent, stake, status } = battle
  const received = (id: string) =>
    gifts.filter(({ participantId }) => participantId === id).reduce((sum, { amount }) => sum + amount, 0)
  const [left, right] = [received(challenger.id), received(opponent.id)]
  const faults: string[] = []
  if (left !== totals.challenger || right !== totals.opponent) faults.push('the totals are not the sums of the gifts')
  const sumOf = (isMeant: (entry: Receipt['entries'][number]) => boolean) =>
    entries.filter(isMeant).reduce((sum, { amount }) => sum + amount, 0)
  const outOf = (account: string, id: string, currency: string) =>
    sumOf(({ from, to, currency: own }) => from.account === account && to.ownerId === id && own === currency)
  const giftedTo = (id: string) => outOf('gifts_to_challenger', id, 'STEEZE') + outOf('gifts_to_opponent', id, 'STEEZE')
  if (status === 'cancelled') {
    if (battle.winnerId !== null) faults.push('a battle that was called off has no winner')
    for (const { id } of [challenger, opponent]) {
      const staked = sumOf(({ to, currency }) => to.account === 'ap_held' && to.ownerId === id && currency === 'AP')
      if (staked !== stake) faults.push(`${id} should have staked ${stake} AP`)
      if (outOf('ap_held', id, 'AP') !== stake) faults.push(`${id} should have had back ${stake} AP`)
      if (giftedTo(id) !== 0) faults.push(`${id} should have had none of the gifts`)
    }
    return faults
  }
  if (status !== 'completed') return [...faults, 'a battle that is not over has no receipt']
  if (rounds && !rounds.absent && !isDecided(rounds)) faults.push('the rounds do not decide the battle')
  if (rounds?.absent === 'both') faults.push('a battle to which neither came has no result')
  const [more, less] = rounds
    ? rounds.absent
      ? [Number(rounds.absent === 'opponent'), Number(rounds.absent === 'challenger')]
      : [rounds.points.challenger, rounds.points.opponent]
    : [left, right]
  const winner = more > less ? challenger.id : less > more ? opponent.id : null
  if (winner !== battle.winnerId) faults.push('the winner is not who received more, or won more rounds')
  // The absent side loses half the stake, rounded up.
  const lost = rounds?.absent ? Math.ceil(stake / 2) : stake
  for (const [id, steeze] of [
    [challenger.id, left],
    [opponent.id, right],
  ] as const) {
    const ap = winner === null ? stake : winner === id ? stake + lost : stake - lost
    if (outOf('ap_held', id, 'AP') !== ap) faults.push(`${id} should have had ${ap} AP of the stakes`)
    if (giftedTo(id) !== steeze) faults.push(`${id} should have had ${steeze} Steeze of the gifts`)
  }
  return faults
}
