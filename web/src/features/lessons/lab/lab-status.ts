import type { LabView } from './lab-view.ts'

/** Describes the last action's effect, for people who can't see it. `before` is the view it was taken in. */
export function statusOf({ refusal, history, round, rows, verdict }: LabView, before: LabView | null): string {
  if (refusal) return `The network rejected it: ${refusal}.`
  if (verdict.state === 'solved') return 'Goal reached.'
  if (before && before.round < round) return `Round ${before.round} solved. Now round ${round}, with other numbers.`
  const [latest] = history
  const isNew = latest && history.length > (before?.history.length ?? 0)
  const event = isNew
    ? `Block ${latest.block}: ${latest.effects.join(', ') || `${latest.from} → ${latest.to}`}${latest.succeeded ? '' : ' (failed)'}.`
    : ''
  const old = new Map(before?.rows.map(({ label, value }) => [label, value]))
  const changed = before ? rows.filter(({ label, value }) => old.get(label) !== value) : []
  const now = changed.length > 0 ? `Now ${changed.map(({ label, value }) => `${label}: ${value}`).join('; ')}.` : ''
  const outcome = verdict.state === 'trapped' ? 'Not solved.' : ''
  const text = [outcome, event, now].filter(Boolean).join(' ')
  return text || (before ? 'Nothing changed.' : 'Nothing has happened yet.')
}
