import type { Requirement } from './requirement.ts'

export const trust: readonly Requirement[] = [
  { id: 'trust.formula', kind: 'rule', text: 'Trust is exactly the published formula, however payments come' },
  { id: 'trust.ring', kind: 'rule', text: 'a group never holds more Trust than is carried into it' },
  { id: 'trust.net', kind: 'rule', text: 'what came back counts for nothing' },
  { id: 'trust.decays', kind: 'rule', text: 'distance, a single supporter and time take from Trust' },
  { id: 'trust.call-published', kind: 'call', text: 'GET /api/trust' },
  { id: 'trust.call-ranking', kind: 'call', text: 'GET /api/trust/ranking' },
  { id: 'trust.call-own', kind: 'call', text: 'GET /api/trust/own' },
  {
    id: 'trust.invited-ring',
    kind: 'rule',
    text: 'who invited more than two accounts that hang together as related keeps two parts of as many',
  },
  {
    id: 'trust.invited-ring-shown',
    kind: 'rule',
    text: 'the inviter alone is notified of a ring and its number of accounts',
  },
  {
    id: 'trust.invited-ring-notice',
    kind: 'rule',
    text: 'the inviter gets one notification when a ring begins to count, and one again should it end and begin later',
  },
  { id: 'trust.seeds', kind: 'rule', text: 'the operator names the seeds, and everyone sees who they are' },
  { id: 'trust.final', kind: 'rule', text: 'a payment counts once it is final on chain' },
  {
    id: 'trust.profile',
    kind: 'rule',
    text: 'a profile shows Trust, from how many people, and the three that count most',
  },
  { id: 'trust.there-and-back', kind: 'rule', text: 'a payment there and back shows no Trust' },
  {
    id: 'trust.blocked',
    kind: 'rule',
    text: 'a payment between two of whom either had blocked the other does not count',
  },
  { id: 'trust.deleted', kind: 'rule', text: 'a deleted account has no Trust and is named nowhere' },
  {
    id: 'trust.route',
    kind: 'route',
    text: '/trust explains Trust to anyone, with its seeds, its figures and who has most',
  },
  { id: 'trust.board', kind: 'rule', text: 'the leaderboard can be sorted by Trust' },
]
