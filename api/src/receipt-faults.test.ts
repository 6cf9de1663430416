import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Receipt, receiptFaults } from './receipt-faults.ts'

const ID = 'b1'
const [ADA, BO, CY] = ['ada', 'bo', 'cy']
const STAKE = 251
const STARTS_MS = Date.parse('2026-03-02T16:00:00.000Z')
const iso = (seconds: number) => new Date(STARTS_MS + seconds * 1_000).toISOString()
const sha256 = (...lines: (string | number)[]) => createHash('sha256').update(lines.join('\n')).digest('hex')

type Given = Pick<Receipt['gifts'][number], 'at' | 'participantId' | 'amount'>
const given = (seconds: number, participantId: string, amount: number): Given => ({
  at: iso(seconds),
  participantId,
  amount,
})

const START = sha256('aura-battle-gifts/1', ID)
function chained(gifts: readonly Given[]): Receipt['gifts'] {
  let hash = START
  return gifts.map(({ at, participantId, amount }, index) => {
    const seq = index + 1
    hash = sha256(hash, seq, at, CY, participantId, amount, amount - 1, 1)
    return { seq, at, giverId: CY, participantId, amount, purchased: amount - 1, earned: 1, hash }
  })
}

const entry = (key: string, from: string, to: string, amount: number, currency = 'AP') => ({
  ...{ key, amount, currency },
  from: { ownerId: ID, account: from },
  to: { ownerId: to, account: currency === 'AP' ? 'ap' : 'steeze_earned' },
})

/** An hour in which Ada leads, Bo takes the lead with 30 s left, which moves the end by 30 s, and wins. */
function ofGifts(): Receipt {
  const gifts = chained([given(60, ADA, 5), given(3_570, BO, 6)])
  return {
    format: 'aura-battle-receipt/2',
    battle: {
      ...{ id: ID, status: 'completed', stake: STAKE, battleStartsAt: iso(0), duration: 1, endsAt: iso(3_630) },
      ...{ winnerId: BO, challenger: { id: ADA }, opponent: { id: BO } },
    },
    totals: { challenger: 5, opponent: 6, gifts: 2 },
    softClose: {
      ...{ seconds: 60, atMost: 3, plannedEndsAt: iso(3_600) },
      extensions: [{ at: iso(3_570), endsAt: iso(3_630) }],
    },
    entries: [
      entry('win', 'ap_held', BO, STAKE),
      entry('return', 'ap_held', BO, STAKE),
      entry('gifts/challenger', 'gifts_to_challenger', ADA, 5, 'STEEZE'),
      entry('gifts/opponent', 'gifts_to_opponent', BO, 6, 'STEEZE'),
    ],
    chain: { start: START, head: gifts.at(-1)?.hash ?? '' },
    gifts,
    nextAfter: null,
  }
}

/** The same without a soft close, and with an outage of 20 s in its last minute, after the last gift. */
function ofOutage(): Receipt {
  const { softClose: _, ...receipt } = ofGifts()
  const outage = { from: iso(3_575), to: iso(3_595), afterGift: 2, endedAt: iso(3_600), endsAt: iso(3_620) }
  return {
    ...receipt,
    format: 'aura-battle-receipt/3',
    battle: { ...receipt.battle, endsAt: outage.endsAt },
    outage,
  }
}

type Round = NonNullable<Receipt['rounds']>['rounds'][number]

function round(number: number, ada: number | null, bo: number | null, result: string): Round {
  const sealed = JSON.stringify({
    lessonId: 'keys',
    questionId: `q${number}`,
    options: ['A wallet', 'A block'],
    right: [0],
  })
  const opened = number * 30
  const answer = (seconds: number | null) =>
    seconds === null ? null : { choice: [0], at: iso(opened + seconds), roundTripMs: 100 }
  return {
    ...{ number, salt: `salt${number}`, sealed, openedAt: iso(opened), result },
    commitment: sha256('aura-battle-round/1', ID, number, `salt${number}`, sealed),
    answers: { challenger: answer(ada), opponent: answer(bo) },
  }
}

/** Best of three: Bo alone is right, then both within 250 ms, then Bo is faster. */
function ofRounds(): Receipt {
  const { softClose: _, ...receipt } = ofGifts()
  return {
    ...receipt,
    format: 'aura-battle-receipt/4',
    battle: { ...receipt.battle, endsAt: iso(3_600) },
    rounds: {
      ...{ bestOf: 3, suddenDeath: 3, shareMs: 250, absent: null, points: { challenger: 1, opponent: 3 } },
      rounds: [round(1, null, 4, 'opponent'), round(2, 5.1, 5, 'shared'), round(3, 9, 3, 'opponent')],
    },
  }
}

type Change = (copy: Receipt) => unknown
const gift = (copy: Receipt, at = 0) => copy.gifts[at] as Receipt['gifts'][number]
const roundsOf = (copy: Receipt) => copy.rounds as NonNullable<Receipt['rounds']>
const roundIn = (copy: Receipt, at = 0) => roundsOf(copy).rounds[at] as Round
const softClose = (copy: Receipt) => copy.softClose as NonNullable<Receipt['softClose']>
const outage = (copy: Receipt) => copy.outage as NonNullable<Receipt['outage']>
const answerIn = (copy: Receipt) => roundIn(copy, 2).answers.opponent as NonNullable<Round['answers']['opponent']>

/** Lines of the verifier, each with a change that it finds. */
const LINES: [make: () => Receipt, line: string, change: Change][] = [
  [ofGifts, 'this is not a battle receipt', (copy) => (copy.format = 'aura-battle-receipt/5')],
  [ofGifts, 'the version does not fit the soft close', (copy) => (copy.softClose = undefined)],
  [ofOutage, 'the version does not fit the outage', (copy) => (copy.outage = undefined)],
  [ofRounds, 'the version does not fit the rounds', (copy) => (copy.rounds = undefined)],
  [ofGifts, 'the chain does not begin with this battle', (copy) => (copy.battle.id = 'b2')],
  [ofGifts, 'gift 1 does not follow from the one before it', (copy) => (gift(copy).hash = '0'.repeat(64))],
  [ofGifts, 'gift 2 does not follow from the one before it', (copy) => (gift(copy, 1).amount = 7)],
  [ofGifts, 'the gifts do not lead to the head of the chain', (copy) => copy.gifts.pop()],
  [ofGifts, 'gift 2 stands where 1 should', (copy) => copy.gifts.shift()],
  [ofGifts, 'gift 1 is not the sum of its parts', (copy) => (gift(copy).earned = 2)],
  [ofGifts, 'gift 1 is for neither side', (copy) => (gift(copy).participantId = CY)],
  [ofGifts, 'gift 1 is from a participant', (copy) => (gift(copy).giverId = BO)],
  [ofGifts, 'gift 1 is out of time', (copy) => (gift(copy).at = iso(-1))],
  [ofGifts, '3 gifts are counted, 2 are here', (copy) => (copy.totals.gifts = 3)],
  [ofGifts, 'start and duration do not lead to the planned end', (copy) => (copy.battle.duration = 2)],
  [ofGifts, 'a soft close adds 60 seconds, at most three times', (copy) => (softClose(copy).seconds = 90)],
  [ofGifts, 'gift 2 is after the end as it stood', (copy) => (gift(copy, 1).at = iso(3_601))],
  [ofGifts, 'the extensions do not follow from the gifts', (copy) => softClose(copy).extensions.pop()],
  [ofGifts, 'the end does not follow from the plan and the extensions', (copy) => (copy.battle.endsAt = iso(3_631))],
  [ofOutage, 'the outage follows a gift that is not here', (copy) => (outage(copy).afterGift = 3)],
  [ofOutage, 'the outage did not find the end as it stood', (copy) => (outage(copy).endedAt = iso(3_590))],
  [
    ofOutage,
    'the outage took too little of the last minute to move the end',
    (copy) => (outage(copy).from = iso(3_591)),
  ],
  [ofOutage, 'the outage did not move the end by what it took', (copy) => (outage(copy).endsAt = iso(3_640))],
  [ofOutage, 'the outage moved the end too far', (copy) => (outage(copy).to = iso(4_000))],
  [ofOutage, 'the outage is not between the gifts around it', (copy) => (outage(copy).to = iso(3_560))],
  [
    ofRounds,
    'rounds are best of 3, 5 or 7, with three of sudden death, shared within 250 milliseconds',
    (copy) => (roundsOf(copy).shareMs = 500),
  ],
  [ofRounds, 'rounds were played though somebody was absent', (copy) => (roundsOf(copy).absent = 'challenger')],
  [ofRounds, 'round 2 stands where 1 should', (copy) => roundsOf(copy).rounds.shift()],
  [ofRounds, 'the question of round 1 is not the one committed to', (copy) => (roundIn(copy).salt = 'other')],
  [ofRounds, 'the question of round 1 is not the one committed to', (copy) => (roundIn(copy).commitment = 'other')],
  [ofRounds, 'the question of round 1 can’t be read', (copy) => (roundIn(copy).sealed = '{')],
  [ofRounds, 'round 3 asks a question again', (copy) => (roundIn(copy, 2).sealed = roundIn(copy).sealed)],
  [ofRounds, 'round 4 came after the end', (copy) => roundsOf(copy).rounds.push(round(4, 1, 2, 'challenger'))],
  [ofRounds, 'an answer of round 3 is out of time', (copy) => (answerIn(copy).at = iso(90 + 21))],
  [ofRounds, 'an answer of round 3 is out of time', (copy) => (answerIn(copy).roundTripMs = 801)],
  [ofRounds, 'an answer of round 3 chooses what was no option', (copy) => (answerIn(copy).choice = [2])],
  [ofRounds, 'round 3 went to challenger', (copy) => (roundIn(copy, 2).answers.opponent = null)],
  [ofRounds, 'round 1 went to opponent', (copy) => (roundIn(copy).result = 'challenger')],
  [
    ofRounds,
    'too many rounds were interrupted',
    (copy) => {
      for (let number = 4; number < 8; number++) roundsOf(copy).rounds.push(round(number, null, null, 'interrupted'))
    },
  ],
  [ofRounds, 'the points do not follow from the rounds', (copy) => (roundsOf(copy).points.opponent = 2)],
  [ofRounds, 'the rounds do not decide the battle', (copy) => (roundsOf(copy).bestOf = 7)],
  [ofRounds, 'a battle to which neither came has no result', (copy) => (roundsOf(copy).absent = 'both')],
  [ofRounds, 'the winner is not who received more, or won more rounds', (copy) => (copy.battle.winnerId = ADA)],
  [ofGifts, 'the winner is not who received more, or won more rounds', (copy) => (copy.battle.winnerId = null)],
  [ofGifts, 'the totals are not the sums of the gifts', (copy) => (copy.totals.challenger = 6)],
  [ofGifts, 'a battle that is not over has no receipt', (copy) => (copy.battle.status = 'active')],
  [ofGifts, 'bo should have had 502 AP of the stakes', (copy) => copy.entries.shift()],
  [ofRounds, 'bo should have had 6 Steeze of the gifts', (copy) => copy.entries.pop()],
  [ofGifts, 'a battle that was called off has no winner', (copy) => (copy.battle.status = 'cancelled')],
  [ofGifts, 'ada should have staked 251 AP', (copy) => (copy.battle.status = 'cancelled')],
  [ofGifts, 'ada should have had back 251 AP', (copy) => (copy.battle.status = 'cancelled')],
  [ofGifts, 'bo should have had none of the gifts', (copy) => (copy.battle.status = 'cancelled')],
]

describe('a receipt', () => {
  it.each([ofGifts, ofOutage, ofRounds])('that is whole has no faults: $name', async (make) => {
    expect(await receiptFaults([make()])).toEqual([])
  })

  it('of a walkover takes half the stake, rounded up', async () => {
    const receipt = ofRounds()
    Object.assign(roundsOf(receipt), { absent: 'challenger', rounds: [], points: { challenger: 0, opponent: 0 } })
    receipt.entries.splice(0, 2, entry('win', 'ap_held', BO, STAKE + 126), entry('return', 'ap_held', ADA, STAKE - 126))
    expect(await receiptFaults([receipt])).toEqual([])
  })

  it.each(LINES)('from %o: %s', async (make, line, change) => {
    const copy = make()
    change(copy)
    expect(await receiptFaults([copy])).toContain(line)
  })
})
