import type { Requirement } from './requirement.ts'

export const trust: readonly Requirement[] = [
  { id: 'trust.formula', kind: 'rule', text: 'Trust is exactly the published formula, however payments come' },
  { id: 'trust.ring', kind: 'rule', text: 'a group never holds more Trust than is carried into it' },
  { id: 'trust.net', kind: 'rule', text: 'what came back counts for nothing' },
  { id: 'trust.decays', kind: 'rule', text: 'distance, a single supporter and time take from Trust' },
]
