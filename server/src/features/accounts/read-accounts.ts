import { auraAccountAbi } from '@aura/contracts/abi'
import { accountAddress, implementationOf } from '@aura/contracts/signing/account'
import { encodeFunctionData, type Hex } from 'viem'
import { tellOfSecurity } from '#features/auth'
import { accountKey, findPasskeys, setPasskeyWallet } from '#features/passkeys'
import { lockPerson } from '#features/profile'
import { type Binding, findBindings } from '#features/wallets'
import { ChainUnreachable, ScanTooLarge } from '#platform/chain/chain'
import { agreedCall, agreedFinal, agreedLatest, agreedLogs } from '#platform/chain/verifiers'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { type AccountTransfer, transfersOf } from './account-transfers.ts'
import { type KeyEvent, keyEventOf, standingKeys } from './key-events.ts'
import { keyNotices } from './key-notices.ts'
import {
  advanceFollowed,
  findBehind,
  findFollowed,
  findFollowedAccount,
  findKeyEvents,
  findLeft,
  findUnfollowed,
  insertFollowed,
  lockFollowed,
  replaceEvents,
  replaceTransfers,
  type StoredKeyEvent,
} from './store.ts'

/** Blocks and accounts per request, and requests per run: others wait meanwhile. */
const MAX_BLOCKS = 2_000
const MAX_ACCOUNTS = 200
const MAX_STEPS = 20

/**
 * Returns a task that follows the keys and USDC of all account contracts that are somebody's wallet, up to the newest
 * block, and tells their owners of the keys. As many nodes have to agree as on events. Once all are read it pauses, but for
 * those far behind. Throws ChainUnreachable.
 */
export function accountsReader(ctx: Context): () => Promise<void> {
  let nextMs = Number.NEGATIVE_INFINITY
  /** The last account that was read, or before the first. */
  let position = ''
  let mayBeBehind = false
  const readNear = async (): Promise<boolean> => {
    const fromBlock = await nearBlock(ctx)
    for (let steps = 0; steps < MAX_STEPS; ) {
      const page = await findFollowed(ctx.db, { after: position, fromBlock, limit: MAX_ACCOUNTS })
      const last = page.at(-1)
      if (!last) break
      const read = await readTo(ctx, page, MAX_STEPS - steps)
      if (!read.isDone) return false
      steps += read.steps
      position = last.address
    }
    return (await findFollowed(ctx.db, { after: position, fromBlock, limit: 1 })).length === 0
  }
  return async () => {
    const factory = ctx.settings.accountFactory
    if (factory === null) return
    if (ctx.clock.elapsedMs() >= nextMs) {
      for (const account of await findUnfollowed(ctx.db, MAX_ACCOUNTS)) await followAccount(ctx, account)
      if (!(await readNear())) return
      position = ''
      const now = await databaseTime(ctx.db, ctx.clock)
      const left = { now, verifier: implementationOf(factory as Hex), limit: MAX_ACCOUNTS }
      for (const account of await findLeft(ctx.db, left)) await dropLeftKeys(ctx, account)
      nextMs = ctx.clock.elapsedMs() + ctx.limits.accountsEveryMs
      mayBeBehind = true
    }
    if (mayBeBehind) mayBeBehind = !(await catchUp(ctx))
  }
}

/** Brings what is known of one account up to the newest block. Throws ChainUnreachable, also while it is too far behind. */
export async function refreshAccount(ctx: Context, address: string): Promise<void> {
  const followed = (await findFollowedAccount(ctx.db, address)) ?? (await followAccount(ctx, address))
  const { isDone } = await readTo(ctx, [followed], MAX_STEPS)
  if (!isDone) throw new ChainUnreachable(`${address} isn't read up to the newest block yet`)
}

/** Returns the block from which an account's reading delays no others in its request. */
const nearBlock = async (ctx: Context): Promise<number> => (await agreedFinal(ctx.chain)).number - MAX_BLOCKS

/**
 * Reads accounts that are far behind, apart from the others because a request starts at its earliest account. The least behind
 * come first, so that nobody holds them up by deploying an account. Returns whether none is left.
 */
async function catchUp(ctx: Context): Promise<boolean> {
  const near = await nearBlock(ctx)
  for (let steps = 0; steps < MAX_STEPS; ) {
    const behind = await findBehind(ctx.db, near, MAX_ACCOUNTS)
    const [first] = behind
    if (!first) return true
    const together = behind.filter(({ blockNumber }) => blockNumber > first.blockNumber - MAX_BLOCKS)
    const read = await readTo(ctx, together, MAX_STEPS - steps)
    if (!read.isDone) return false
    steps += Math.max(1, read.steps)
  }
  return false
}

/** Begins to follow an account: at the newest final block if it isn't deployed, else with the first of the product. */
async function followAccount(ctx: Context, address: string) {
  const final = await agreedFinal(ctx.chain)
  const data = encodeFunctionData({ abi: auraAccountAbi, functionName: 'verifier' })
  const isDeployed = (await agreedCall(ctx.chain, { to: address, data })) !== '0x'
  await insertFollowed(ctx.db, address, isDeployed ? Math.max(0, ctx.chain.startBlock - 1) : final.number)
  return (await findFollowedAccount(ctx.db, address)) as { address: string; blockNumber: number }
}

/** Reads events of accounts until the newest block, or until `maxSteps` requests were made of each node. */
async function readTo(
  ctx: Context,
  followed: readonly { address: string; blockNumber: number }[],
  maxSteps: number,
): Promise<{ isDone: boolean; steps: number }> {
  const accounts = followed.map(({ address }) => address)
  const latest = await agreedLatest(ctx.chain)
  const final = (await agreedFinal(ctx.chain)).number
  let from = Math.min(...followed.map(({ blockNumber }) => blockNumber)) + 1
  let blocks = MAX_BLOCKS
  let steps = 0
  while (from <= latest && steps < maxSteps) {
    const range = { accounts, from, to: Math.min(latest, from + blocks - 1) }
    steps++
    const told = await agreedLogsOf(ctx, range).catch((error: unknown) => {
      if (!(error instanceof ScanTooLarge) || range.from === range.to) throw error
    })
    if (!told) {
      blocks = Math.max(1, Math.floor((range.to - range.from + 1) / 2))
      continue
    }
    await store(ctx, range, { ...told, final })
    from = range.to + 1
  }
  return { isDone: from > latest, steps }
}

interface Range {
  accounts: readonly string[]
  from: number
  to: number
}

interface Told {
  events: KeyEvent[]
  transfers: AccountTransfer[]
}

async function agreedLogsOf({ chain }: Context, range: Range): Promise<Told> {
  const { accounts, from, to } = range
  const usdc = chain.contracts?.usdc
  const logs = await agreedLogs(chain, {
    to,
    ask: async (verifier) =>
      (await verifier.accountLogs(range)).filter(
        ({ address, block: { number } }) =>
          (accounts.includes(address) || address === usdc) && number >= from && number <= to,
      ),
    about: `accounts in blocks ${from} to ${to}`,
  })
  return {
    events: logs.filter(({ address }) => address !== usdc).flatMap((log) => keyEventOf(log) ?? []),
    transfers: logs.filter(({ address }) => address === usdc).flatMap((log) => transfersOf(log, accounts)),
  }
}

async function store(ctx: Context, range: Range, { events, transfers, final }: Told & { final: number }) {
  const changed = new Set<string>()
  await ctx.db.tx(async (tx) => {
    await lockFollowed(tx, range.accounts)
    await replaceTransfers(tx, range, transfers)
    const { added, lost } = await replaceEvents(tx, range, events)
    const touched = new Set([...added.map(({ account }) => account), ...lost])
    for (const binding of await currentBindings(tx, [...touched])) {
      const mine = added.filter(({ account }) => account === binding.address)
      await applyKeys(ctx, tx, binding, mine)
      changed.add(binding.userId)
    }
    await advanceFollowed(tx, range.accounts, Math.min(range.to, final))
  })
  for (const userId of changed) ctx.live.changed(`user:${userId}`)
}

async function dropLeftKeys(ctx: Context, account: string): Promise<void> {
  const changed = await ctx.db.tx(async (tx) => {
    const [binding] = await currentBindings(tx, [account])
    return binding && (await applyKeys(ctx, tx, binding, [])) ? binding.userId : undefined
  })
  if (changed !== undefined) ctx.live.changed(`user:${changed}`)
}

/** Returns whose wallets these accounts are, in the order in which people are locked. */
const currentBindings = async (tx: Tx, accounts: readonly string[]): Promise<Binding[]> =>
  (await findBindings(tx, accounts))
    .filter(({ unboundAt }) => unboundAt === null)
    .sort((a, b) => (a.userId < b.userId ? -1 : 1))

/**
 * Makes an account's keys among its owner's passkeys sign for it, and the others sign in only, and tells the owner of
 * events since the account is their wallet. Returns whether a passkey changed.
 */
async function applyKeys(
  ctx: Context,
  tx: Tx,
  { address: account, userId, boundAt }: Binding,
  events: readonly StoredKeyEvent[],
): Promise<boolean> {
  const factory = ctx.settings.accountFactory
  if (factory === null || (await lockPerson(tx, userId)) === undefined) return false
  const passkeys = (await findPasskeys(tx, userId)).map((passkey) => ({
    ...passkey,
    key: accountKey(factory, passkey.publicKey),
  }))
  const all = await findKeyEvents(tx, account)
  const standing = new Set(standingKeys(all, await databaseTime(tx, ctx.clock)).map(({ key }) => key))
  const signing = passkeys.filter(({ key }) => standing.has(key))
  const joining = signing.filter(({ walletAddress }) => walletAddress !== account)
  for (const { id } of joining) await setPasskeyWallet(tx, id, account)
  // Without any key that signs here, the account stays what it is: a wallet of passkeys.
  const leaving =
    signing.length > 0 ? passkeys.filter((each) => each.walletAddress === account && !standing.has(each.key)) : []
  for (const { id } of leaving) await setPasskeyWallet(tx, id, null)
  const keyOf = (id: string) => all.find((event) => event.keyId === id && event.key !== null)?.key ?? null
  for (const event of events) {
    const key = keyOf(event.keyId)
    // The first key comes with the account.
    const isFirst = event.kind === 'added' && key !== null && accountAddress(factory as Hex, key as Hex) === account
    if (isFirst || event.blockTime < boundAt) continue
    const name = passkeys.find((passkey) => passkey.key === key)?.name
    const notice = keyNotices[event.kind]({ key, name, until: event.until })
    const told = `account-key/${event.txHash}/${event.kind}/${event.keyId}`
    await tellOfSecurity(ctx, tx, userId, { ...notice, key: told })
  }
  return joining.length + leaving.length > 0
}
