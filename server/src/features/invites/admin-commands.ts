import { INVITE_RULES } from '@aura/api/rules/invites'
import { walletOwner } from '#features/wallets'
import { walletCommand } from '#platform/admin-command'
import { giveExtra } from './read-invites.ts'

/** Returns the number and the reason after it; the number is NaN if there is none. */
function parse(words: string | null): { extra: number; reason: string | null } {
  const [, digits = '', reason = ''] = /^(\d{1,4})(?:\s+(.*))?$/s.exec(words ?? '') ?? []
  return { extra: digits === '' ? Number.NaN : Number(digits), reason: reason || null }
}

export const invitesCommand = walletCommand({
  name: 'invites',
  words: 'NUMBER [REASON]',
  does: 'set how many invites the account of a wallet has beyond those it earns',
  fault: (words) =>
    parse(words).extra <= INVITE_RULES.extraMax
      ? undefined
      : `Say how many invites, from 0 to ${INVITE_RULES.extraMax}.`,
  async run(ctx, wallet, words) {
    const { extra, reason } = parse(words)
    await giveExtra(ctx, { userId: await walletOwner(ctx, wallet), adminId: null, extra, reason })
    return `${wallet} has ${extra} invites beyond those it earns.`
  },
})
