const MAX_STROKES = 150
const STEPS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000] as const

export function strokesOf(steeze: number): { count: number; worth: number } {
  const worth = STEPS.find((step) => steeze / step <= MAX_STROKES) ?? Math.ceil(steeze / MAX_STROKES)
  return { count: Math.max(1, Math.round(steeze / worth)), worth }
}
