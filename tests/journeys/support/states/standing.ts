import type { Answer } from '../../../../api/src/calls.ts'

export const person = (at: number) => ({
  id: `22222222-2222-4222-8222-${String(at).padStart(12, '0')}`,
  username: at % 2 === 0 ? 'wwwwwwwwwwwwwwwwwwww' : 'ada',
  profileImageUrl: null,
  currentStreak: 7 * at,
})

const placedAt = '2026-02-20T12:00:00.000Z'
const ripeAt = '2026-03-22T00:00:00.000Z'
const LONGEST = 'w'.repeat(80)

type Received = Answer<'GET /api/users/:id/places'>['received'][number]
const received = (at: number, more: Partial<Received> = {}): Received => ({
  id: person(at).id,
  person: person(at),
  line: null,
  placedAt,
  isSeed: false,
  points: 0,
  ripeAt: null,
  money: null,
  discounts: [],
  ...more,
})

/** The most Trust, the longest texts and every reason for less of it. */
export const everyPlace: Answer<'GET /api/users/:id/places'> = {
  received: [
    received(0, { isSeed: true, points: 98_765_432, line: LONGEST, ripeAt, money: { since: placedAt, ripeAt } }),
    received(1, {
      points: 12,
      line: 'Reads the paper before she talks about it.',
      money: { since: placedAt, ripeAt: null },
    }),
    received(2, { ripeAt, discounts: ['related', 'liability'] }),
    received(3, { discounts: ['suspended'] }),
    received(4, { discounts: ['beyond'] }),
  ],
  next: '0.1772000000000000.22222222-2222-4222-8222-000000000004',
  receivedTotal: 1_234,
  given: [{ id: person(5).id, person: person(5), line: LONGEST, placedAt }],
  trust: { points: 98_765_444, seeds: 12, countsThousandths: 666 },
}

const text = 'W'.repeat(500)
/** A ring and people they answer for: one to appeal, one that waits and one that was rejected. */
export const lessTrust: Answer<'GET /api/trust/own'> = {
  ring: { accounts: 1_000, countsFrom: '2026-03-16T12:00:00.000Z', appeal: null },
  liabilities: [
    { person: person(6), cause: 'ring', until: ripeAt, appeal: { text, at: placedAt, answer: null } },
    { person: person(7), cause: 'suspended', until: ripeAt, appeal: { text, at: placedAt, answer: 'W'.repeat(300) } },
  ],
}

export const trustAppeals: Answer<'GET /api/admin/trust-appeals'> = [
  {
    ...{ person: person(6), at: placedAt, text, cause: 'invited', aboutId: person(6).id },
    accounts: Array.from({ length: 30 }, (_, at) => person(at)),
  },
  { ...{ person: person(7), at: placedAt, text, cause: 'suspended', aboutId: person(8).id }, accounts: [person(8)] },
]

export const noPlaceLeft: Answer<'GET /api/places'> = {
  total: 50,
  left: 0,
  places: Array.from({ length: 50 }, (_, at) => ({
    id: person(at).id,
    person: person(at),
    line: at % 3 === 0 ? LONGEST : null,
    placedAt,
  })),
}

export const reaches: Answer<'GET /api/admin/seeds'> = [0, 1].map((at) => ({
  seed: person(at),
  people: 12_345,
  points: 987_654_321,
  ripening: 98_765_432,
  loss: { people: 12_345, points: 987_654_321 },
}))

export const reportedPeople = [
  {
    person: { id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d21', username: 'double_up', profileImageUrl: null },
    about: {
      bio: 'w'.repeat(160),
      links: [{ name: 'W'.repeat(30), url: `https://example.com/${'w'.repeat(170)}`, host: 'example.com' }],
    },
    waiting: 1,
    reports: [
      {
        reporter: { id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d22', username: 'merkle_maya' },
        reason: 'scam',
        text: 'Asked me to trade wins.',
        reportedAt: '2026-03-02T12:00:00.000Z',
      },
    ],
  },
]

const reportedLine = {
  kind: 'line' as const,
  id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d31',
  writer: { id: person(0).id, username: person(0).username, profileImageUrl: null },
  about: { id: person(2).id, username: person(2).username },
  battleId: null,
  text: LONGEST,
  reportedAs: [`${LONGEST.slice(1)}!`],
  writtenAt: placedAt,
  reports: 12,
  reasons: ['abuse' as const, 'other' as const, 'spam' as const],
}

export const reportedTexts: Answer<'GET /api/admin/texts'> = [
  reportedLine,
  {
    ...reportedLine,
    kind: 'words',
    id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d12',
    text: 'w'.repeat(140),
    reportedAs: [],
    reports: 1,
  },
  {
    ...reportedLine,
    ...{
      kind: 'comment',
      about: null,
      battleId: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d13',
      text: 'w'.repeat(140),
      reportedAs: [],
    },
    id: '5f0e1a52-6f0f-4ad7-9c43-0d6c8f4f1d11',
  },
]
