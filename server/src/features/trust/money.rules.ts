import { MICROS_PER_USDC } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'

/** A payment between two people. Days are UTC days since 1970. */
export interface Payment {
  from: string
  to: string
  micros: number
  day: number
  /** Whether it is a vouch. A plain transfer only takes from earlier vouches the other way. */
  isVouch: boolean
}

interface Stayed {
  micros: number
  day: number
}

/**
 * Returns what stayed of the vouches of each side, oldest first. `payments` are those between two people in the order of
 * the chain. Money that goes back within `TRUST_RULES.returnDays` takes from the newest vouches first; what is left of a
 * vouch that does so is a vouch of its own.
 */
function stayed(payments: readonly Payment[], one: string): [ofOne: Stayed[], ofOther: Stayed[]] {
  const mine: Stayed[] = []
  const theirs: Stayed[] = []
  for (const { from, micros, day, isVouch } of payments) {
    const [own, opposite] = from === one ? [mine, theirs] : [theirs, mine]
    let left = micros
    for (let index = opposite.length - 1; index >= 0 && left > 0; index--) {
      const vouch = opposite[index] as Stayed
      if (day - vouch.day > TRUST_RULES.returnDays) break
      const taken = Math.min(left, vouch.micros)
      vouch.micros -= taken
      left -= taken
    }
    if (isVouch && left > 0) own.push({ micros: left, day })
  }
  return [mine, theirs]
}

/** Returns the day of the first vouch of each side of which a USDC stayed, or null. */
export function stayedSince(payments: readonly Payment[], one: string): [ofOne: number | null, ofOther: number | null] {
  const first = (vouches: readonly Stayed[]) => vouches.find(({ micros }) => micros >= MICROS_PER_USDC)?.day ?? null
  const [mine, theirs] = stayed(payments, one)
  return [first(mine), first(theirs)]
}

/** Returns the micro-USDC of the other side's vouches that a payment of `one` today would take back. */
export function couldReturn(payments: readonly Payment[], one: string, today: number): number {
  const [, theirs] = stayed(payments, one)
  return theirs.filter(({ day }) => today - day <= TRUST_RULES.returnDays).reduce((sum, { micros }) => sum + micros, 0)
}
