/** Lengths of fuzz and streamers in rim radii by day, interpolated between rows, so that levels look different. */
const FORMS: readonly (readonly [day: number, fuzz: number, streamer: number])[] = [
  [0, 0.05, 0.16],
  [2, 0.14, 0.42],
  [7, 0.2, 0.62],
  [12, 0.26, 0.82],
  [22, 0.34, 1.0],
  [34, 0.46, 1.36],
  [60, 0.5, 1.5],
]

export interface Form {
  fuzz: number
  streamer: number
}

export function formOfDay(day: number): Form {
  const next = FORMS.findIndex(([d]) => day <= d)
  const to = FORMS[next === -1 ? FORMS.length - 1 : next]
  const from = FORMS[next === -1 ? FORMS.length - 1 : Math.max(0, next - 1)]
  if (!to || !from) throw new Error('unreachable: the table of forms is not empty')
  const k = to[0] === from[0] ? 1 : (day - from[0]) / (to[0] - from[0])
  return { fuzz: from[1] + (to[1] - from[1]) * k, streamer: from[2] + (to[2] - from[2]) * k }
}

export const glowOfDay = (day: number): number => Math.min(1, 0.12 + day / 34)
