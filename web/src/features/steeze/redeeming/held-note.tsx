import { useTimes } from '#lib/time/times'

/**
 * `deadline` of the last signature in Unix seconds. The signature can be used until then, so the hold can't be
 * released.
 */
export function HeldNote({ deadline }: { deadline: number }) {
  const times = useTimes()
  return `Withdraw them with your wallet. If you don’t, they return to your balance soon after ${times.time(deadline * 1_000)}.`
}
