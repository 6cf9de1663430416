import type { Recap } from '@aura/api/calls/recap'

const days = (first: string, states: string): Recap['days'] =>
  [...states].map((letter, index) => ({
    day: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    state: letter === 'l' ? 'lit' : letter === 'h' ? 'held' : 'dark',
  }))

export const quietWeek: Recap = {
  week: '2026-03-02',
  until: '2026-03-08',
  previous: '2026-02-23',
  next: null,
  days: days('2026-03-02', '.......'),
  streak: 0,
  figures: [],
  best: null,
}

/** A recap with the longest names and a week's largest numbers. */
export const fullWeek: Recap = {
  week: '2026-12-28',
  until: '2027-01-03',
  previous: '2026-12-21',
  next: '2027-01-04',
  days: days('2026-12-28', 'llhllhl'),
  streak: 1_234,
  figures: [
    { number: '5', words: 'days lit', note: null, path: '/streak' },
    { number: '1,021', words: 'lessons', note: null, path: '/learn' },
    { number: '7', words: 'reviews', note: null, path: null },
    {
      number: '12',
      words: 'units finished',
      note: 'The last: Signatures, approvals and how they are abused',
      path: '/learn',
    },
    { number: '1,234', words: 'battles', note: '1,021 won', path: '/battles' },
    { number: '1,000,000.12', words: 'USDC vouched', note: 'by 12,345 people', path: '/profile' },
  ],
  best: {
    title: `First win, against ${'w'.repeat(20)}`,
    detail: `1,000,000,000 AP won in ${'W'.repeat(20)}.`,
    path: '/battles',
  },
}
