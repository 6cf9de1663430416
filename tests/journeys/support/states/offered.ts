/** A challenge link with the longest texts and the highest stake. */
export const offeredLink = {
  id: '11111111-1111-4111-8111-111111111111',
  title: 'W'.repeat(20),
  description: 'w'.repeat(500),
  status: 'pending',
  challenger: {
    id: '22222222-2222-4222-8222-222222222222',
    username: 'wwwwwwwwwwwwwwwwwwww',
    firstName: null,
    profileImageUrl: null,
    auraPoints: 1_000_000,
    currentStreak: 30,
  },
  stake: 1_000,
  duration: 0.25,
  softClose: true,
  startsInMinutes: 10,
  createdAt: '2026-03-02T12:00:00.000Z',
  expiresAt: '2026-03-09T12:00:00.000Z',
  can: { accept: { allowed: false, reason: 'BATTLE_STAKE_TOO_HIGH' }, withdraw: { allowed: false } },
  serverTime: '2026-03-02T12:00:00.000Z',
}

export const ownLink = {
  ...offeredLink,
  can: { accept: { allowed: false, reason: 'CHALLENGE_LINK_OWN' }, withdraw: { allowed: true } },
}
