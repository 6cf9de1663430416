import type { Requirement } from './requirement.ts'

export const leagues: readonly Requirement[] = [
  {
    id: 'leagues.route',
    kind: 'route',
    text: '/league shows the user’s league, their place, who moves, and the time left',
  },
  { id: 'leagues.call-own', kind: 'call', text: 'GET /api/leagues/me' },
  { id: 'leagues.call-join', kind: 'call', text: 'PUT /api/leagues/me' },
  { id: 'leagues.call-leave', kind: 'call', text: 'DELETE /api/leagues/me' },
  { id: 'leagues.const-week', kind: 'constant', text: 'a week lasts from Monday 00:00 UTC for seven days' },
  {
    id: 'leagues.const-moving',
    kind: 'constant',
    text: 'of thirty people five move up and five down, between ten levels',
  },
  {
    id: 'leagues.small',
    kind: 'rule',
    text: 'a smaller league moves fewer, nobody both ways, and nobody who is alone',
  },
  {
    id: 'leagues.points',
    kind: 'rule',
    text: 'people rank by what they learned that week, never by AP, and nothing pays AP',
  },
  {
    id: 'leagues.known',
    kind: 'rule',
    text: 'a question counts once, when it becomes known, and each finished review counts',
  },
  { id: 'leagues.ties', kind: 'rule', text: 'among equals whoever got there first is ahead' },
  { id: 'leagues.seats', kind: 'rule', text: 'leagues of thirty fill in the order people learned first that week' },
  {
    id: 'leagues.closes',
    kind: 'rule',
    text: 'a week is closed once, by the rules, whichever server does it and whoever is killed',
  },
  { id: 'leagues.told', kind: 'rule', text: 'each member gets one message on how their week ended' },
  { id: 'leagues.away', kind: 'rule', text: 'weeks away cost one level together, however many they are' },
  { id: 'leagues.left', kind: 'rule', text: 'leaving is immediate; who returns the same week gets their seat back' },
  {
    id: 'leagues.blocked',
    kind: 'rule',
    text: 'the user doesn’t see the names of people they blocked, who aren’t told',
  },
  { id: 'leagues.deleted', kind: 'rule', text: 'a deleted account is in no league' },
  { id: 'leagues.audit', kind: 'rule', text: 'the audit recomputes points and places from what was learned' },
]
