import { expect, it } from 'vitest'
import { memberText, visitorText } from './check-text.ts'

const plain = { hasLab: false, auraReward: 40 }
const lab = { hasLab: true, auraReward: 90 }

it('tells visitors where their path starts, and when the check and the lab open', () => {
  expect(visitorText(plain)).toBe(
    'Join, and your path starts at lesson 1. The check of this lesson opens on the day you get here, and earns 40 AP.',
  )
  expect(visitorText(lab)).toContain(
    'The check and the lab of this lesson open on the day you get here, and earn 90 AP.',
  )
})

it('tells members what they can do with a lesson today', () => {
  expect(memberText(plain, 'done')).toContain('come back in your reviews')
  expect(memberText(plain, 'today')).toBe('The check of this lesson is open today.')
  expect(memberText(lab, 'today')).toBe('The check and the lab of this lesson are open today.')
  expect(memberText(lab, 'later')).toBe('The check and the lab of this lesson open on the day your path reaches it.')
})
