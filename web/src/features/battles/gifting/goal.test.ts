import { describe, expect, it } from 'vitest'
import { missingToLead } from './goal.ts'

describe('what is missing to lead', () => {
  it('is one more than the rival is ahead, and nothing for the leader [battles.goal]', () => {
    expect(missingToLead(100, 123)).toBe(24)
    expect(missingToLead(123, 100)).toBeNull()
    expect(missingToLead(0, 0)).toBe(1)
    const missing = missingToLead(7, 50) ?? 0
    expect(missingToLead(7 + missing, 50)).toBeNull()
    expect(missingToLead(7 + missing - 1, 50)).toBe(1)
  })
})
