import { allowanceSolutions } from './allowance.ts'
import { signInTriageSolutions } from './sign-in-triage.ts'
import type { Solutions } from './solution.ts'
import { transferSolutions } from './transfer.ts'

/** How each kind is solved and failed, by its id. */
export const solutions: Readonly<Record<string, Solutions>> = {
  allowance: allowanceSolutions,
  'sign-in-triage': signInTriageSolutions,
  transfer: transferSolutions,
}
