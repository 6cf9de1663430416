/** This file imports nothing, so any page can use it. */
export const BATTLE_STATUSES = [
  'pending',
  'accepted',
  'cancellation_requested',
  'active',
  'completed',
  'withdrawn',
  'cancelled',
  'rejected',
  'expired',
] as const
export type BattleStatus = (typeof BATTLE_STATUSES)[number]

/** Statuses of a challenge link, named as a battle's. */
export const LINK_STATUSES = ['pending', 'accepted', 'withdrawn', 'expired'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

type Statuses = readonly BattleStatus[]

export const ACCEPTED_STATUSES = ['accepted', 'cancellation_requested'] as const satisfies Statuses
export const UPCOMING_STATUSES = ['pending', ...ACCEPTED_STATUSES] as const satisfies Statuses
export const OPEN_STATUSES = [...ACCEPTED_STATUSES, 'active'] as const satisfies Statuses
/** Statuses for which the server has a transition scheduled. */
export const UNFINISHED_STATUSES = [...UPCOMING_STATUSES, 'active'] as const satisfies Statuses
const STARTED_STATUSES = ['active', 'completed'] as const satisfies Statuses
export const CANCELLED_STATUSES = ['withdrawn', 'cancelled', 'rejected', 'expired'] as const satisfies Statuses

const isOneOf = (statuses: Statuses) => (status: BattleStatus) => statuses.includes(status)

export const isUpcoming = isOneOf(UPCOMING_STATUSES)
export const isOpen = isOneOf(OPEN_STATUSES)
export const isStarted = isOneOf(STARTED_STATUSES)
export const isCancelled = isOneOf(CANCELLED_STATUSES)
