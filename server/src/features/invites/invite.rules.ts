import type { InviteStatus } from '@aura/api/calls/invites'
import { INVITE_RULES } from '@aura/api/rules/invites'

const DAY_MS = 86_400_000

export interface InviteState {
  usedAt: Date | null
  withdrawnAt: Date | null
  expiresAt: Date
}

/** Returns the status at a time. `canInvite`: the inviter may admit people now. */
export function inviteStatusAt(
  { usedAt, withdrawnAt, expiresAt }: InviteState,
  at: Date,
  canInvite: boolean,
): InviteStatus {
  if (usedAt) return 'used'
  if (withdrawnAt) return 'withdrawn'
  if (expiresAt <= at) return 'expired'
  return canInvite ? 'open' : 'unavailable'
}

export const inviteExpiry = (at: Date): Date => new Date(at.getTime() + INVITE_RULES.days * DAY_MS)

export interface Allowance {
  limit: number
  left: number
}

/** Returns the allowance. `used`: joined, over all accounts of a person. An open invite counts until it ends. */
export const allowanceOf = ({
  everyone,
  extra,
  used,
  open,
}: {
  everyone: number
  extra: number
  used: number
  open: number
}): Allowance => ({ limit: everyone + extra, left: Math.max(0, everyone + extra - used - open) })
