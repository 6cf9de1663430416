const person = (nth: number, username: string) => ({
  id: `44444444-4444-4444-8444-44444444444${nth}`,
  username,
  profileImageUrl: null,
})

const longest = 'w'.repeat(20)

/** One that can be appealed, one that waits for an answer, and one that was rejected. */
export const relatedAccounts = [
  { person: { ...person(1, longest), currentStreak: 30 }, appeal: null },
  {
    person: { ...person(2, 'bo'), currentStreak: 0 },
    appeal: { text: 'We are sisters and share a tablet.', at: '2026-03-02T12:00:00.000Z', answer: null },
  },
  {
    person: { ...person(3, 'cy'), currentStreak: 3 },
    appeal: { text: 'W'.repeat(500), at: '2026-03-01T12:00:00.000Z', answer: 'W'.repeat(300) },
  },
]

export const relationAppeals = [
  {
    person: person(1, longest),
    at: '2026-03-02T12:00:00.000Z',
    text: 'W'.repeat(500),
    other: {
      person: person(2, 'bo'),
      score: 130,
      reasons: [
        { kind: 'device', points: 100, accounts: 2 },
        { kind: 'address', points: 30, accounts: 3 },
      ],
      isRelated: true,
      clearedReason: null,
    },
  },
]
