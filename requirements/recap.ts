import type { Requirement } from './requirement.ts'

export const recap: readonly Requirement[] = [
  {
    id: 'recap.route',
    kind: 'route',
    text: '/recap shows the latest whole week: its days, figures and best moment; /recap/:week any week since joining',
  },
  { id: 'recap.call-latest', kind: 'call', text: 'GET /api/recap' },
  { id: 'recap.call-week', kind: 'call', text: 'GET /api/recap/:week, for whole weeks since joining' },
  {
    id: 'recap.week',
    kind: 'rule',
    text: 'each moment is in exactly one week of a person’s own days, in any zone and through changes of zone and clock',
  },
  {
    id: 'recap.figures',
    kind: 'rule',
    text: 'a week counts days lit, lessons, reviews, units finished, battles fought and won, and what was vouched for the person',
  },
  {
    id: 'recap.days',
    kind: 'rule',
    text: 'the seven days show lit, kept by a rest day, or neither, with the streak at the end',
  },
  {
    id: 'recap.best',
    kind: 'rule',
    text: 'the best moment is of the first kind that happened, the largest of it, and of equals the earliest',
  },
  {
    id: 'recap.picture',
    kind: 'rule',
    text: 'the best moment is a picture that only its owner can load, share and save',
  },
  {
    id: 'recap.private',
    kind: 'rule',
    text: 'a recap names nobody the person blocked and nobody who deleted their account',
  },
  { id: 'recap.quiet', kind: 'rule', text: 'a week in which nothing happened says so and offers a lesson' },
  { id: 'recap.dashboard', kind: 'rule', text: 'the dashboard names the last week’s figures from Monday to Wednesday' },
]
