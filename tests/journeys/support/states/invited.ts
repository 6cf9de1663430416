const inviter = {
  id: '22222222-2222-4222-8222-222222222222',
  username: 'wwwwwwwwwwwwwwwwwwww',
  profileImageUrl: null,
  currentStreak: 30,
}

/** An invite from a person with the longest name. */
export const offeredInvite = {
  id: '11111111-1111-4111-8111-111111111111',
  status: 'open',
  inviter: { ...inviter, auraPoints: 1_000_000_000 },
  expiresAt: '2026-03-16T12:00:00.000Z',
  viewer: 'visitor',
}

const made = (nth: number, status: string, changes: object = {}) => ({
  id: `11111111-1111-4111-8111-11111111111${nth}`,
  status,
  createdAt: `2026-03-0${nth}T12:00:00.000Z`,
  expiresAt: `2026-03-1${nth}T12:00:00.000Z`,
  invited: null,
  usedAt: null,
  ...changes,
})

/** The viewer's invites, with one of each status. */
export const ownInvites = {
  left: 2,
  next: { daysToLearn: 0, at: '2026-03-16T12:00:00.000Z' },
  invitedBy: inviter,
  invites: [
    made(7, 'open'),
    made(6, 'used', { invited: inviter, usedAt: '2026-03-06T13:00:00.000Z' }),
    made(5, 'used', { usedAt: '2026-03-05T13:00:00.000Z' }),
    made(4, 'expired'),
    made(3, 'withdrawn'),
    made(2, 'unavailable'),
  ],
}

const { currentStreak: _, ...person } = inviter
const numbered = (nth: number) => ({ ...person, id: `33333333-3333-4333-8333-33333333333${nth}` })

export const personsInvites = {
  left: 18,
  next: null,
  extra: 20,
  invitedBy: [numbered(1), numbered(2), numbered(3)],
  invited: [
    { person: numbered(4), at: '2026-03-02T12:00:00.000Z', invited: 0 },
    { person: numbered(5), at: '2026-03-01T12:00:00.000Z', invited: 1_234 },
  ],
  invitedCount: 1_000,
}

export const closedBeta = {
  chain: { kind: 'local', id: 31_337, name: 'Aura Local', explorerUrl: null },
  betaAccess: 'closed',
  demoWallet: true,
  demoBattle: null,
  walletConnect: null,
  providers: [{ id: 'x', name: 'X', isChannel: true }],
  localChain: null,
  push: null,
  links: { docs: null, x: null, chat: null },
}
