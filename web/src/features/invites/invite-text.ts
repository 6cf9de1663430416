import type { Invite, InviteStatus } from '@aura/api/calls/invites'

export const STATUS_NAMES: Record<InviteStatus, string> = {
  open: 'Open',
  used: 'Used',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  unavailable: 'Paused',
}

const OVER: Record<Exclude<InviteStatus, 'open'>, string> = {
  used: 'This invite is used',
  expired: 'This invite expired',
  withdrawn: 'This invite was withdrawn',
  unavailable: 'This invite can’t be used now',
}

export function headlineOf({ status, viewer, inviter }: Invite): { name?: string; words: string } {
  if (viewer === 'invited') return { words: 'You’re in' }
  if (viewer === 'inviter') return { words: status === 'open' ? 'Waiting for somebody to join' : ownHeadline(status) }
  if (viewer === 'member') return { words: 'You’re already a member' }
  return status === 'open' ? { name: inviter.username, words: 'invites you to Aura' } : { words: OVER[status] }
}

const ownHeadline = (status: Exclude<InviteStatus, 'open'>) =>
  status === 'used' ? 'Your invite was accepted' : OVER[status]

export function explanationOf({ status, viewer, inviter }: Invite, isClosed: boolean): string {
  const { username } = inviter
  if (viewer === 'invited') return `You joined with the invite of ${username}.`
  if (viewer === 'inviter') return ownExplanation(status)
  if (viewer === 'member') return 'You don’t need this invite. Leave it for somebody who isn’t on Aura yet.'
  if (status !== 'open')
    return isClosed
      ? `Ask ${username} for a new one. Aura is in closed beta, and you need an invite to join.`
      : 'You don’t need an invite: anyone can join Aura now.'
  return viewer === 'without-wallet'
    ? 'Connect a wallet, and your account joins the beta. The invite is for one person.'
    : 'Learn about crypto in short daily lessons, keep a streak, and battle others. The invite is for one person.'
}

const OWN: Record<InviteStatus, string> = {
  open: 'Send the link to one person. The first to join with it uses it up.',
  used: 'The list of your invites shows who joined.',
  expired: 'Nobody joined with it in time, so you can make another one.',
  withdrawn: 'Nobody joined with it, so you can make another one.',
  unavailable: 'Nobody can join with it while your account is restricted.',
}
const ownExplanation = (status: InviteStatus) => OWN[status]
