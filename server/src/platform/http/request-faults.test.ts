import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { faultSentences, requestFaults } from './request-faults.ts'

const faultsOf = (type: z.ZodType, value: unknown) => {
  const { error } = z.object({ field: type }).safeParse({ field: value }, faultSentences)
  return error ? requestFaults(error) : []
}

describe('a fault of a request', () => {
  it.each([
    [z.string(), undefined, 'field is missing'],
    [z.string(), 7, 'field must be text'],
    [z.number(), '7', 'field must be a number'],
    [z.number(), Number.NaN, 'field must be a number'],
    [z.int(), 0.5, 'field must be a whole number'],
    [z.boolean(), 1, 'field must be true or false'],
    [z.array(z.string()), {}, 'field must be a list'],
    [z.object({}), null, 'field must be an object'],
    [z.string().min(3), 'a', 'field must have at least 3 characters'],
    [z.string().max(3), 'abcd', 'field must have at most 3 characters'],
    [z.array(z.int()).max(1), [1, 2], 'field must have at most 1 entries'],
    [z.number().min(1), 0, 'field must be at least 1'],
    [z.number().gt(1), 1, 'field must be more than 1'],
    [z.number().lt(1), 1, 'field must be less than 1'],
    [z.number().max(5), 6, 'field must be at most 5'],
    [z.number().multipleOf(5), 6, 'field must be a multiple of 5'],
    [z.uuid(), 'x', 'field must be an id'],
    [z.iso.datetime(), 'x', 'field must be a date and time in UTC'],
    [z.string().regex(/^a$/), 'x', "field isn't in the expected form"],
    [z.enum(['a', 'b', 'c']), 'x', 'field must be a, b or c'],
    [z.literal(true), false, 'field must be true'],
    [z.union([z.int(), z.null()]), 'x', "field isn't in the expected form"],
    [z.strictObject({}), { more: 1 }, 'field has fields that are not known'],
    [z.string().refine(() => false), 'x', "field isn't in the expected form"],
    [z.string().regex(/^a$/, 'Not a month'), 'x', 'field is not a month'],
    [z.string().min(3, 'Username must be at least 3 characters'), 'x', 'Username must be at least 3 characters'],
  ])('is one plain sentence that names the field: %#', (type, value, message) => {
    expect(faultsOf(type as z.ZodType, value)).toEqual([{ path: 'field', message }])
  })

  it('names its path, shortened if too long', () => {
    expect(faultsOf(z.array(z.object({ id: z.string() })), [{ id: 'x' }, {}])).toEqual([
      { path: 'field.1.id', message: 'field.1.id is missing' },
    ])
    const [fault] = faultsOf(z.record(z.string(), z.int()), { ['x'.repeat(10_000)]: 'y' })
    expect(fault?.message).toBe(`field.${'x'.repeat(60)} must be a number`)
    const whole = z.object({}).safeParse([], faultSentences)
    expect(whole.error && requestFaults(whole.error)).toEqual([{ path: '', message: 'The request must be an object' }])
  })
})
