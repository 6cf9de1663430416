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

export interface InviteTimes {
  madeAt: Date
  usedAt: Date | null
  /** When its inviter got it back, because it was withdrawn or expired unused. */
  returnedAt: Date | null
}

export interface InviteLimits {
  everyMs: number
  /** Most earned invites that wait, open links included. */
  waiting: number
}

export interface Allowance {
  left: number
  /** When the next earned invite comes; null if none is on its way. */
  nextAt: Date | null
}

type Source = 'earned' | 'extra' | 'none'

/**
 * Replays a person's invites: one is earned at `firstAt`, and one `everyMs` after it, and so on. While as many wait or are
 * open as may wait, none is on its way; once one of them is used, the next comes after `everyMs`. A link takes an earned
 * invite first, then one of the `extra` that admins gave, and returns it if nobody joins. Links made while none were
 * counted take and return nothing.
 */
export function allowanceOf(
  { firstAt, extra, invites }: { firstAt: Date | null; extra: number; invites: readonly InviteTimes[] },
  at: Date,
  { everyMs, waiting: most }: InviteLimits,
): Allowance {
  let [waiting, open, left] = [0, 0, extra]
  let nextMs = firstAt?.getTime() ?? null
  const sources = new Map<InviteTimes, Source>()
  const earnUntil = (ms: number) => {
    while (nextMs !== null && nextMs <= ms) {
      waiting += 1
      nextMs = waiting + open < most ? nextMs + everyMs : null
    }
  }
  const make = (invite: InviteTimes) => {
    const source = waiting > 0 ? 'earned' : left > 0 ? 'extra' : 'none'
    sources.set(invite, source)
    if (source === 'earned') [waiting, open] = [waiting - 1, open + 1]
    if (source === 'extra') left -= 1
  }
  const use = (invite: InviteTimes, ms: number) => {
    if (sources.get(invite) !== 'earned') return
    open -= 1
    nextMs ??= ms + everyMs
  }
  const giveBack = (invite: InviteTimes) => {
    const source = sources.get(invite)
    if (source === 'earned') [waiting, open] = [waiting + 1, open - 1]
    if (source === 'extra') left += 1
  }
  const events = invites.flatMap((invite) => [
    { ms: invite.madeAt.getTime(), order: 1, happen: make, invite },
    ...(invite.usedAt ? [{ ms: invite.usedAt.getTime(), order: 2, happen: use, invite }] : []),
    ...(invite.returnedAt ? [{ ms: invite.returnedAt.getTime(), order: 2, happen: giveBack, invite }] : []),
  ])
  for (const { ms, happen, invite } of events.sort((a, b) => a.ms - b.ms || a.order - b.order)) {
    if (ms > at.getTime()) break
    earnUntil(ms)
    happen(invite, ms)
  }
  earnUntil(at.getTime())
  return { left: waiting + left, nextAt: nextMs === null ? null : new Date(nextMs) }
}
