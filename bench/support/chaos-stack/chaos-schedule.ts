/** A fault and when it begins, counted from the start. */
export interface Planned<Fault> {
  fault: Fault
  atMs: number
}

/** Long enough for most faults and their recovery. */
const USUAL_SLOT_MS = 35_000
/** The part of a slot within which its fault begins. */
const EARLY = 0.25

/** Every fault at least once and in any order, over so long; more of them at random where there is time. */
export function chaosSchedule<Fault>(
  faults: readonly Fault[],
  { forMs, random }: { forMs: number; random: () => number },
): Planned<Fault>[] {
  const any = <T>(list: T[]) => Math.floor(random() * list.length)
  const left = [...faults]
  const order: Fault[] = []
  while (left.length > 0) order.push(...left.splice(any(left), 1))
  while (order.length < Math.floor(forMs / USUAL_SLOT_MS)) order.push(faults[any([...faults])] as Fault)
  const slotMs = forMs / order.length
  return order.map((fault, index) => ({ fault, atMs: Math.round((index + EARLY * random()) * slotMs) }))
}
