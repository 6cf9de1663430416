const MOST = 150
const STEPS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000] as const

export function strokesOf(steeze: number): { count: number; worth: number } {
  const worth = STEPS.find((step) => steeze / step <= MOST) ?? Math.ceil(steeze / MOST)
  return { count: Math.max(1, Math.round(steeze / worth)), worth }
}
