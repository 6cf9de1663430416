import type { ChallengeLink } from '@aura/api/calls/battles/challenge-links'
import type { ErrorCode } from '@aura/api/errors'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { permission } from '../battle.rules.ts'
import { pairApLeft } from '../creating/pair-limit.ts'
import { acceptanceRefusal } from '../lifecycle/acceptance.ts'
import { presentParticipant } from '../present.ts'
import { findPeople, type Person } from '../store.ts'
import { linkAcceptRefusal, linkStatusAt, linkWithdrawRefusal } from './link.rules.ts'
import { findLink, findOpenLinks, type LinkRow } from './link-store.ts'

/** Returns the user's open links, newest first. */
export async function listLinks(ctx: Context, userId: string): Promise<ChallengeLink[]> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const links = (await findOpenLinks(ctx.db, userId)).filter((link) => linkStatusAt(link, at) === 'pending')
  const people = await findPeople(ctx.db, [userId], at)
  return links.map((link) =>
    present(link, {
      challenger: people.get(userId),
      at,
      viewerId: userId,
      refusal: linkAcceptRefusal(link, userId, at),
    }),
  )
}

/** Returns a link, which every user who has its address may read. Throws CHALLENGE_LINK_NOT_FOUND. */
export async function readLink(ctx: Context, id: string, viewerId: string | undefined): Promise<ChallengeLink> {
  const found = await findChallengeLink(ctx, id, viewerId)
  if (!found) throw new AppError('CHALLENGE_LINK_NOT_FOUND')
  return found
}

/** Returns the challenge as this viewer sees it, by default a visitor; null if there is none. */
export async function findChallengeLink(ctx: Context, id: string, viewerId?: string): Promise<ChallengeLink | null> {
  const link = await findLink(ctx.db, id)
  if (!link) return null
  const at = await databaseTime(ctx.db, ctx.clock)
  const challenger = (await findPeople(ctx.db, [link.challengerId], at)).get(link.challengerId)
  const refusal = viewerId === undefined ? 'UNAUTHORIZED' : await refusalOf(ctx, link, viewerId, at)
  return present(link, { challenger, at, viewerId, refusal })
}

async function refusalOf(ctx: Context, link: LinkRow, viewerId: string, at: Date): Promise<ErrorCode | undefined> {
  const refusal = linkAcceptRefusal(link, viewerId, at)
  if (refusal) return refusal
  const { id, challengerId, stake } = link
  const meeting = await acceptanceRefusal(ctx, ctx.db, { id, challengerId, opponentId: viewerId, stake }, at)
  if (meeting) return meeting
  const apLeft = await pairApLeft(ctx, ctx.db, { pair: [challengerId, viewerId], at })
  return stake > apLeft ? 'BATTLE_PAIR_LIMIT' : undefined
}

interface Facts {
  challenger: Person | undefined
  at: Date
  viewerId: string | undefined
  refusal: ErrorCode | undefined
}

function present(link: LinkRow, { challenger, at, viewerId, refusal }: Facts): ChallengeLink {
  if (!challenger) throw new Error(`challenge link ${link.id} names a challenger nobody knows`)
  return {
    id: link.id,
    title: link.title,
    description: link.description,
    status: linkStatusAt(link, at),
    challenger: presentParticipant(challenger),
    stake: link.stake,
    duration: link.lengthMinutes / 60,
    softClose: link.softClose,
    decidedBy: link.bestOf === null ? 'gifts' : 'knowledge',
    bestOf: link.bestOf,
    startsInMinutes: BATTLE_RULES.linkStartsInMinutes,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    can: {
      accept: permission(refusal),
      withdraw: permission(viewerId === undefined ? 'UNAUTHORIZED' : linkWithdrawRefusal(link, viewerId, at)),
    },
    serverTime: at.toISOString(),
  }
}
