import { BATTLE_RULES } from '@aura/api/rules/battles'

const MIN_MS = BATTLE_RULES.outage.seconds * 1_000
const WINDOW_MS = BATTLE_RULES.outage.lastSeconds * 1_000
const MAX_MS = BATTLE_RULES.outage.atMostMinutes * 60_000

/**
 * Returns the end that an outage moves a battle to, or undefined if it moves nothing. The time that the outage took
 * from the last minute is added after the end, or after the outage if that is later. An outage that would move the end
 * by more than the limit moves nothing, since people have left by then.
 */
export function endAfterOutage(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { from, to }: { from: Date; to: Date },
): Date | undefined {
  const [fromMs, toMs, endMs] = [from.getTime(), to.getTime(), endsAt.getTime()]
  const lostMs = Math.min(toMs, endMs) - Math.max(fromMs, endMs - WINDOW_MS, startsAt.getTime())
  const movedMs = Math.max(endMs, toMs) + lostMs
  return lostMs > MIN_MS && movedMs - endMs <= MAX_MS ? new Date(movedMs) : undefined
}
