import { randomUUID } from 'node:crypto'
import { cleanLine } from '@aura/api/visible-text'
import { getAddress, isAddress } from 'viem'
import { type NewAction, recordActions } from './features/admin-log/index.ts'
import { voidBattle } from './features/battles/index.ts'
import { liftPersonsSuspension, suspendPerson } from './features/moderation/index.ts'
import { updateIsAdmin } from './features/profile/index.ts'
import {
  chargeWithdrawals,
  freezeRedemption,
  releaseOpenRedemptions,
  testCredit,
  unexplainedWithdrawals,
  unfreezeRedemption,
} from './features/steeze/index.ts'
import { findWalletUser } from './features/wallets/index.ts'
import { whitelistWallet } from './features/whitelist/index.ts'
import { AppError } from './platform/app-error.ts'
import type { Context } from './platform/context.ts'
import { deleteAllSessions } from './platform/session/store.ts'
import { eventHandlers } from './run-features.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const USAGE = `npm run admin -- COMMAND SUBJECT

  whitelist WALLET [NOTE]   let a wallet join the closed beta
  grant WALLET              make the account of a wallet an admin
  revoke WALLET             remove the admin role
  void-battle ID REASON     cancel an accepted or live battle; stakes and gifts are returned
  suspend WALLET REASON     suspend the account of a wallet; its owner sees the reason
  lift WALLET               lift the suspension
  freeze-redemption WALLET REASON
                            stop the account of a wallet from redeeming; its owner sees the reason
  unfreeze-redemption WALLET
                            let it redeem again
  end-sessions WALLET       sign the account of a wallet out everywhere
  unexplained               list withdrawals that no redemption covers, e.g. after restoring a backup
  charge-withdrawals WALLET AMOUNT REASON
                            charge those of a wallet, AMOUNT Steeze in total, to its account; redeeming resumes once none is left
  release-redemptions REASON
                            return what open redemptions hold once their signatures can't be used; for a contract that is paused or abandoned
  test-credit FROM TO AMOUNT
                            on CHAIN=local: turn Steeze that FROM purchased into earned Steeze of TO
`

/** Returns a sentence on what was done; throws one if it couldn't be. */
type Run = (ctx: Context, subject: string, words: string | null) => Promise<string>

interface Command {
  fault(subject: string, words: string | null): string | undefined
  run: Run
}

const ofWallet = (run: Run): Command => ({
  fault: (subject) =>
    isAddress(subject, { strict: false }) ? undefined : `${subject || 'Nothing'} is not a wallet address.`,
  run: (ctx, subject, words) => run(ctx, getAddress(subject.toLowerCase()), words),
})

async function ownerOf(ctx: Context, walletAddress: string): Promise<string> {
  const userId = await findWalletUser(ctx.db, walletAddress.toLowerCase())
  if (!userId) throw new Error(`No account has the wallet ${walletAddress}. Its owner has to sign in once first.`)
  return userId
}

const shellAction = (action: NewAction['action'], subject: string, reason: string | null = null): NewAction => ({
  adminId: null,
  action,
  subjectKind: 'person',
  subject,
  reason,
})

const setAdmin =
  (isAdmin: boolean): Run =>
  async (ctx, walletAddress) => {
    const userId = await ownerOf(ctx, walletAddress)
    await ctx.db.tx(async (tx) => {
      await updateIsAdmin(tx, userId, isAdmin)
      await recordActions(tx, [shellAction(isAdmin ? 'grant-admin' : 'revoke-admin', userId)], null)
    })
    return `${walletAddress} ${isAdmin ? 'is an admin now' : 'is no longer an admin'}.`
  }

const addToWhitelist: Run = async (ctx, walletAddress, note) => {
  await whitelistWallet(ctx, walletAddress, note)
  return `${walletAddress} may join the closed beta.`
}

const callBattleOff: Command = {
  fault(battleId, reason) {
    if (!UUID.test(battleId)) return `${battleId || 'Nothing'} is not the id of a battle.`
    return reason === null ? 'Give a reason. Everyone will see it.' : undefined
  },
  async run(ctx, battleId, reason) {
    await voidBattle(ctx, { battleId: battleId.toLowerCase(), reason: reason ?? '', adminId: null })
    return `Battle ${battleId} is cancelled. Stakes and gifts were returned.`
  },
}

const suspend: Run = async (ctx, walletAddress, reason) => {
  const isNew = await suspendPerson(ctx, {
    userId: await ownerOf(ctx, walletAddress),
    reason: reason ?? '',
    adminId: null,
  })
  if (!isNew) throw new Error(`${walletAddress} is already suspended. Lift that first to change the reason.`)
  return `${walletAddress} is suspended. Its challenges ended, its battles run on, and it can still redeem.`
}

const lift: Run = async (ctx, walletAddress, reason) => {
  const wasSuspended = await liftPersonsSuspension(ctx, {
    userId: await ownerOf(ctx, walletAddress),
    reason,
    adminId: null,
  })
  return `${walletAddress} ${wasSuspended ? 'may take part again' : 'was not suspended'}.`
}

/** The reason is shown to the subject. */
const withReason = (command: Command): Command => ({
  ...command,
  fault: (subject, reason) =>
    command.fault(subject, reason) ?? (reason === null ? 'Give a reason. The owner will see it.' : undefined),
})

const freeze = ofWallet(async (ctx, walletAddress, reason) => {
  const isNew = await freezeRedemption(ctx, await ownerOf(ctx, walletAddress), reason ?? '')
  if (!isNew) throw new Error(`${walletAddress} is already frozen. Unfreeze it first to change the reason.`)
  return `${walletAddress} can't redeem now. Existing signatures stay valid for a few minutes.`
})

const unfreeze: Run = async (ctx, walletAddress) => {
  const wasFrozen = await unfreezeRedemption(ctx, await ownerOf(ctx, walletAddress))
  return `${walletAddress} ${wasFrozen ? 'may redeem again' : 'was not frozen'}.`
}

const endSessions: Run = async (ctx, walletAddress) => {
  const userId = await ownerOf(ctx, walletAddress)
  await ctx.db.tx(async (tx) => {
    await deleteAllSessions(tx, userId)
    await recordActions(tx, [shellAction('end-sessions', userId)], null)
  })
  ctx.live.changed(`sessions:${userId}`)
  return `${walletAddress} is signed out everywhere. It can sign in again.`
}

const credit = ofWallet(async (ctx, from, words) => {
  const [to = '', amount] = words?.split(/\s+/) ?? []
  const ids = { fromId: await ownerOf(ctx, from), toId: await ownerOf(ctx, getAddress(to.toLowerCase())) }
  try {
    await testCredit(ctx, { key: randomUUID(), ...ids, amount: Number(amount) })
    await ctx.db.tx((tx) => recordActions(tx, [shellAction('test-credit', ids.toId, `${amount} Steeze`)], null))
  } catch (error) {
    const isTooMuch = error instanceof AppError && error.code === 'BALANCE_TOO_LOW'
    throw isTooMuch ? new Error(`${from} has less than ${amount} purchased Steeze left.`) : error
  }
  return `${getAddress(to.toLowerCase())} now has ${amount} earned Steeze that ${from} purchased.`
})

function faultOfCredit(words: string | null): string | undefined {
  const [to = '', amount = '', ...more] = words?.split(/\s+/) ?? []
  if (!isAddress(to, { strict: false })) return `${to || 'Nothing'} is not a wallet address.`
  const isWhole = /^[1-9]\d{0,14}$/.test(amount) && more.length === 0
  return isWhole ? undefined : 'Give the amount in whole Steeze.'
}

const listUnexplained: Command = {
  fault: () => undefined,
  async run(ctx) {
    const withdrawals = await unexplainedWithdrawals(ctx)
    const line = ({ wallet, unexplained, txHash, withdrawnAt }: (typeof withdrawals)[number]) =>
      `${getAddress(wallet)}  ${unexplained} Steeze  ${withdrawnAt.toISOString()}  ${txHash}`
    return withdrawals.length === 0 ? 'Every withdrawal is explained.' : withdrawals.map(line).join('\n')
  },
}

const charge = ofWallet(async (ctx, walletAddress, words) => {
  const { amount, reason } = readCharge(words)
  await chargeWithdrawals(ctx, { wallet: walletAddress.toLowerCase(), amount, reason })
  return `${amount} Steeze that ${walletAddress} withdrew are charged to its account.`
})

function readCharge(words: string | null) {
  const [, amount, reason = ''] = /^([1-9]\d{0,14})\s+(\S.*)$/.exec(words ?? '') ?? []
  return { amount: Number(amount), reason }
}

const faultOfCharge = (words: string | null): string | undefined =>
  readCharge(words).reason === '' ? 'Give the amount in whole Steeze, and a reason.' : undefined

const releaseAll: Command = {
  fault: (subject) => (cleanLine(subject) ? undefined : 'Give a reason. The log keeps it.'),
  async run(ctx, subject, words) {
    const reason = [cleanLine(subject), ...(words === null ? [] : [words])].join(' ')
    const { redemptions, steeze, settled } = await releaseOpenRedemptions(ctx, { handlers: eventHandlers, reason })
    const sentences = [
      ...(settled > 0 ? [`${settled} Steeze had been withdrawn and were settled.`] : []),
      redemptions > 0
        ? `${steeze} Steeze of ${redemptions} ${redemptions === 1 ? 'redemption is' : 'redemptions are'} released.`
        : 'No redemption is open.',
    ]
    return sentences.join(' ')
  },
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['whitelist', ofWallet(addToWhitelist)],
  ['grant', ofWallet(setAdmin(true))],
  ['revoke', ofWallet(setAdmin(false))],
  ['void-battle', callBattleOff],
  ['suspend', withReason(ofWallet(suspend))],
  ['lift', ofWallet(lift)],
  ['freeze-redemption', withReason(freeze)],
  ['unfreeze-redemption', ofWallet(unfreeze)],
  ['end-sessions', ofWallet(endSessions)],
  ['unexplained', listUnexplained],
  [
    'charge-withdrawals',
    { ...charge, fault: (subject, words) => charge.fault(subject, words) ?? faultOfCharge(words) },
  ],
  ['release-redemptions', releaseAll],
  ['test-credit', { ...credit, fault: (subject, words) => credit.fault(subject, words) ?? faultOfCredit(words) }],
])

/** An order to run, or why the arguments can't be understood, with the usage. */
export type AdminOrder = { run(ctx: Context): Promise<string> } | { fault: string }

/** Parses the arguments of `npm run admin --`. */
export function adminOrder([name = '', subject = '', ...words]: readonly string[]): AdminOrder {
  const command = COMMANDS.get(name)
  if (!command) return { fault: USAGE }
  const text = cleanLine(words.join(' ')) || null
  const fault = command.fault(subject, text)
  return fault ? { fault: `${fault}\n\n${USAGE}` } : { run: (ctx) => command.run(ctx, subject, text) }
}
