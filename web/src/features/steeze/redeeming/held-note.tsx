import { useTimes } from '#lib/time/times'

/** `deadline`, in Unix seconds, of the last signature, until which it can be used and nothing released. */
export function HeldNote({ deadline, isRelayed = false }: { deadline: number; isRelayed?: boolean }) {
  const times = useTimes()
  return `${isRelayed ? 'Finish redeeming them' : 'Withdraw them with your wallet'}. If you don’t, they return to your balance soon after ${times.time(deadline * 1_000)}, and you wait an hour or longer before you can redeem again.`
}
