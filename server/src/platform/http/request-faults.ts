import type { z } from 'zod'

export interface RequestFault {
  /** Field names and list indexes joined by dots; empty for the request as a whole. */
  path: string
  message: string
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** Replaces the validator's messages; messages of the contract stay. */
export const faultSentences = { error: (issue: RawIssue) => `${fieldOf(issue.path)} ${predicateOf(issue)}` }

export const requestFaults = ({ issues }: z.ZodError): RequestFault[] =>
  issues.slice(0, 10).map(({ path, message }) => ({
    path: path.map(shortened).join('.'),
    // The contract's "Not a month" lacks a subject.
    message: message.startsWith('Not ') ? `${fieldOf(path)} is n${message.slice(1)}` : message,
  }))

/** Shortens a key, which may be of any length in a request. */
const shortened = (key: PropertyKey) => String(key).slice(0, 60)

const fieldOf = (path: readonly PropertyKey[] | undefined) =>
  path?.length ? path.map(shortened).join('.') : 'The request'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id',
  url: 'an address',
  datetime: 'a date and time in UTC',
}

function predicateOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'too_small':
      return `must ${verbOf(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `must ${verbOf(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : "isn't in the expected form"
    case 'invalid_value':
      return issue.values.length > 12 ? "isn't one of the known values" : `must be ${listOf(issue.values.map(String))}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has fields that are not known'
    default:
      return "isn't in the expected form"
  }
}

const isCounted = (origin: string) => origin === 'string' || origin === 'array'
const verbOf = (origin: string) => (isCounted(origin) ? 'have' : 'be')
const unitOf = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '')

const listOf = (values: readonly string[]) =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : (values[0] ?? 'nothing')
