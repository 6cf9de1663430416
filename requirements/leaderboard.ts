import type { Requirement } from './requirement.ts'

export const leaderboard: readonly Requirement[] = [
  { id: 'leaderboard.call-list', kind: 'call', text: 'GET /api/leaderboard?type=' },
  {
    id: 'leaderboard.type-all-time',
    kind: 'rule',
    text: 'all-time, the default, ranks everybody by all their AP, those at stake included',
  },
  { id: 'leaderboard.type-weekly', kind: 'rule', text: 'weekly ranks the AP earned since Monday 0:00 UTC' },
  {
    id: 'leaderboard.type-monthly',
    kind: 'rule',
    text: 'monthly ranks the AP earned since the first of the month 0:00 UTC',
  },
  { id: 'leaderboard.ties', kind: 'rule', text: 'of equals, who got there first is before the others' },
  {
    id: 'leaderboard.neighbours',
    kind: 'rule',
    text: "the answer of GET /api/leaderboard/me has the viewer's rank, five above and five below",
  },
  {
    id: 'leaderboard.pages',
    kind: 'rule',
    text: 'GET /api/leaderboard/page goes through everybody, and who moves meanwhile pushes nobody out',
  },
  { id: 'leaderboard.live', kind: 'rule', text: 'the leaderboard moves while it is looked at' },
  { id: 'leaderboard.check-type-unknown', kind: 'check', text: 'another type is refused' },
  {
    id: 'leaderboard.counts',
    kind: 'rule',
    text: 'AP from lessons, vouches and won stakes count, and lost stakes subtract nothing',
  },
  { id: 'leaderboard.bonuses-dont-count', kind: 'rule', text: 'bonuses and stakes given back do not count' },
  {
    id: 'leaderboard.entry-fields',
    kind: 'rule',
    text: 'an entry carries id, username, totalBattlesWon, auraPoints and currentStreak',
  },
  {
    id: 'leaderboard.stat-cards',
    kind: 'rule',
    text: 'cards show registered creators, total aura in K or M, and average aura per creator',
  },
  {
    id: 'leaderboard.text-your-position',
    kind: 'text',
    text: "'Your Position' with rank, points and streak days, however low the rank",
  },
  { id: 'leaderboard.text-find-creators', kind: 'text', text: "'Find Creators'" },
  { id: 'leaderboard.call-users-search', kind: 'call', text: 'GET /api/users/search?q=' },
  { id: 'leaderboard.const-search-debounce', kind: 'constant', text: '300 ms of quiet before the search is sent' },
  { id: 'leaderboard.search-empty', kind: 'rule', text: 'an empty search makes no call' },
  { id: 'leaderboard.search-error-empty', kind: 'rule', text: 'a failed search shows an empty list' },
  { id: 'leaderboard.medals', kind: 'rule', text: 'the first three have crown and medals' },
  { id: 'leaderboard.const-username-cut', kind: 'constant', text: 'usernames are cut to 12 characters' },
  {
    id: 'leaderboard.row',
    kind: 'rule',
    text: 'a row shows username, AP, streak and level badge and links to /user/:id',
  },
  { id: 'leaderboard.text-levels-card', kind: 'text', text: "'Aura Level System'" },
  { id: 'leaderboard.levels-sorted', kind: 'rule', text: 'the levels are sorted by their minimum days' },
  { id: 'leaderboard.text-start-learning', kind: 'text', text: "'Start Learning' leads to /" },
  { id: 'leaderboard.text-enter-battle', kind: 'text', text: "'Enter Battle' leads to /battles" },
  {
    id: 'leaderboard.parts',
    kind: 'rule',
    text: 'a reputation has three published parts: learned (lessons and reviews), won (battles, less lost; may be negative) and Trust',
  },
  { id: 'leaderboard.call-parts', kind: 'call', text: 'GET /api/reputation/ranking' },
  {
    id: 'leaderboard.parts-board',
    kind: 'rule',
    text: 'the leaderboard can be sorted by what people learned or won; the rank of all time stays by Aura Points',
  },
  {
    id: 'leaderboard.parts-audit',
    kind: 'rule',
    text: 'the audit recomputes what people learned and won from transfers',
  },
  {
    id: 'leaderboard.past-boards',
    kind: 'rule',
    text: 'boards of past weeks and months are removed 70 days after their end; the audit recomputes all others',
  },
]
