import { randomUUID } from 'node:crypto'
import { cleanLine } from '@aura/api/visible-text'
import { getAddress } from 'viem'
import { recordFromShell } from '#features/admin-log'
import { walletOwner } from '#features/wallets'
import { faultOfReason, faultOfWallet, walletCommand } from '#platform/admin-command'
import { AppError } from '#platform/app-error'
import type { AdminCommand } from '#platform/feature'
import { chargeWithdrawals, unexplainedWithdrawals } from './redeeming/charge-withdrawals.ts'
import { freezeRedemption, unfreezeRedemption } from './redeeming/freeze-redemption.ts'
import { releaseOpenRedemptions } from './redeeming/release-by-command.ts'
import { testCredit } from './test-credit.ts'

const unexplained: AdminCommand = {
  name: 'unexplained',
  form: '',
  does: 'list withdrawals that no redemption covers, e.g. after restoring a backup',
  fault: () => undefined,
  async run(ctx) {
    const withdrawals = await unexplainedWithdrawals(ctx)
    const line = ({ wallet, unexplained, txHash, withdrawnAt }: (typeof withdrawals)[number]) =>
      `${getAddress(wallet)}  ${unexplained} Steeze  ${withdrawnAt.toISOString()}  ${txHash}`
    return withdrawals.length === 0 ? 'Every withdrawal is explained.' : withdrawals.map(line).join('\n')
  },
}

function readCharge(words: string | null) {
  const [, amount, reason = ''] = /^([1-9]\d{0,14})\s+(\S.*)$/.exec(words ?? '') ?? []
  return { amount: Number(amount), reason }
}

const releaseAll: AdminCommand = {
  name: 'release-redemptions',
  form: 'REASON',
  does: "return what open redemptions hold once their signatures can't be used; for a contract that is paused or abandoned",
  fault: (subject) => (cleanLine(subject) ? undefined : 'Give a reason. The log keeps it.'),
  async run(ctx, subject, words, features) {
    const reason = [cleanLine(subject), ...(words === null ? [] : [words])].join(' ')
    const handlers = features.flatMap(({ chainEvents = [] }) => chainEvents)
    const { redemptions, steeze, settled } = await releaseOpenRedemptions(ctx, { handlers, reason })
    const sentences = [
      ...(settled > 0 ? [`${settled} Steeze had been withdrawn and were settled.`] : []),
      redemptions > 0
        ? `${steeze} Steeze of ${redemptions} ${redemptions === 1 ? 'redemption is' : 'redemptions are'} released.`
        : 'No redemption is open.',
    ]
    return sentences.join(' ')
  },
}

function faultOfCredit(words: string | null): string | undefined {
  const [to = '', amount = '', ...more] = words?.split(/\s+/) ?? []
  const isWhole = /^[1-9]\d{0,14}$/.test(amount) && more.length === 0
  return faultOfWallet(to) ?? (isWhole ? undefined : 'Give the amount in whole Steeze.')
}

export const steezeCommands: readonly AdminCommand[] = [
  walletCommand({
    name: 'freeze-redemption',
    words: 'REASON',
    does: 'stop the account of a wallet from redeeming; its owner sees the reason',
    fault: faultOfReason,
    async run(ctx, wallet, reason) {
      const isNew = await freezeRedemption(ctx, await walletOwner(ctx, wallet), reason ?? '')
      if (!isNew) throw new Error(`${wallet} is already frozen. Unfreeze it first to change the reason.`)
      return `${wallet} can't redeem now. Existing signatures stay valid for a few minutes.`
    },
  }),
  walletCommand({
    name: 'unfreeze-redemption',
    does: 'let it redeem again',
    async run(ctx, wallet) {
      const wasFrozen = await unfreezeRedemption(ctx, await walletOwner(ctx, wallet))
      return `${wallet} ${wasFrozen ? 'may redeem again' : 'was not frozen'}.`
    },
  }),
  unexplained,
  walletCommand({
    name: 'charge-withdrawals',
    words: 'AMOUNT REASON',
    does: 'charge those of a wallet, AMOUNT Steeze in total, to its account, or what deleted accounts forfeited; redeeming resumes once none is left',
    fault: (words) => (readCharge(words).reason === '' ? 'Give the amount in whole Steeze, and a reason.' : undefined),
    async run(ctx, wallet, words) {
      const { amount, reason } = readCharge(words)
      const { forfeited } = await chargeWithdrawals(ctx, { wallet: wallet.toLowerCase(), amount, reason })
      const payer = { 0: 'its account', [amount]: 'what deleted accounts forfeited' }[forfeited]
      return `${amount} Steeze that ${wallet} withdrew are charged to ${payer ?? `its account, but for ${forfeited} of what deleted accounts forfeited`}.`
    },
  }),
  releaseAll,
  walletCommand({
    name: 'test-credit',
    words: 'WALLET AMOUNT',
    does: 'on CHAIN=local: turn Steeze that the first wallet purchased into earned Steeze of the second',
    fault: faultOfCredit,
    async run(ctx, from, words) {
      const [second = '', amount] = words?.split(/\s+/) ?? []
      const to = getAddress(second.toLowerCase())
      const ids = { fromId: await walletOwner(ctx, from), toId: await walletOwner(ctx, to) }
      try {
        await testCredit(ctx, { key: randomUUID(), ...ids, amount: Number(amount) })
      } catch (error) {
        const isTooMuch = error instanceof AppError && error.code === 'BALANCE_TOO_LOW'
        throw isTooMuch ? new Error(`${from} has less than ${amount} purchased Steeze left.`) : error
      }
      await ctx.db.tx((tx) => recordFromShell(tx, 'test-credit', ids.toId, `${amount} Steeze`))
      return `${to} now has ${amount} earned Steeze that ${from} purchased.`
    },
  }),
]
