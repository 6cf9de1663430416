import type { DecidedBy } from '@aura/api/calls/battles/battle'
import type { BestOf } from '@aura/api/rules/rounds'

/** What decides a battle, in the forms of a challenge and of a link. */
export interface KindFields {
  decidedBy: DecidedBy
  bestOf: BestOf
}
