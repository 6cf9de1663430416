import { type AccountKey, type HandedIn, passkeySignature } from '@aura/contracts/signing/account'
import type { Hex } from 'viem'
import {
  formatEther,
  formatUnits,
  getAddress,
  hashTypedData,
  isHex,
  recoverTypedDataAddress,
  size,
  toHex,
} from 'viem/utils'
import { askPasskey, type CredentialId, passkeyFault, requireKey } from './ask-passkey.ts'
import { sendInWallet, signInWallet, typedDataText, walletAddress, watchForWallet } from './browser-wallet.ts'
import { type FoundAccount, findAccounts, keysOf, type Place, readAccount, requireNetwork } from './find-account.ts'
import { type Node, nodeAt, RescueError } from './node.ts'
import './rescue.css'
import { handingInFrom, prepareSending, readAddress, type Sending, wasMade } from './sending.ts'

/** What the server that handed out this page filled in. All of it can be changed on the page. */
interface Site {
  chainId?: number
  node?: string
  factory?: string
  usdc?: string
  rpId?: string
}

/** Ids from chainlist.org, public nodes from docs.base.org, and Circle's USDC (developers.circle.com). */
const NETWORKS = [
  { id: 8_453, name: 'Base', node: 'https://mainnet.base.org', usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  {
    id: 84_532,
    name: 'Base Sepolia',
    node: 'https://sepolia.base.org',
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  },
  { id: 31_337, name: 'Local test chain', node: 'http://127.0.0.1:8545', usdc: '' },
]

const WALLET_BYTES = 20

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const field = (id: string) => byId<HTMLInputElement>(id)
const site: Site = JSON.parse(byId('site').textContent || '{}')
const rpId = site.rpId || location.hostname

let candidates: AccountKey[] = []
let credential: CredentialId | undefined
let found: FoundAccount | undefined
let sending: Sending | undefined
let handedIn: HandedIn | undefined

function showNetworks(): void {
  const select = byId<HTMLSelectElement>('network')
  for (const { id, name } of NETWORKS) select.append(new Option(name, String(id)))
  select.value = String(site.chainId ?? NETWORKS[0]?.id)
  const fill = () => {
    const network = NETWORKS.find(({ id }) => String(id) === select.value)
    const isSites = select.value === String(site.chainId)
    field('node').value = (isSites && site.node) || network?.node || ''
    field('usdc').value = (isSites && site.usdc) || network?.usdc || ''
    field('factory').value = (isSites && site.factory) || ''
    forget()
  }
  select.addEventListener('change', fill)
  fill()
}

/** What was found belongs to the network, the node and the contracts that were named. */
function forget(): void {
  candidates = []
  credential = found = sending = handedIn = undefined
  for (const id of ['choices', 'holds', 'send', 'sign', 'hand-in']) byId(id).hidden = true
  say('status', '')
  say('outcome', '')
}

function named(): { node: Node; place: Place } {
  const chainId = Number(byId<HTMLSelectElement>('network').value)
  const node = nodeAt(field('node').value.trim())
  const [factory, usdc] = (['factory', 'usdc'] as const).map((id) => {
    if (field(id).value.trim() === '') field(id).closest('details')?.setAttribute('open', '')
    return readAddress(field(id).value, id === 'usdc' ? 'USDC' : 'Factory of the accounts')
  }) as [Hex, Hex]
  return { node, place: { chainId, factory, usdc } }
}

function say(id: 'status' | 'outcome', text: string, isFailure = false): void {
  byId(id).textContent = text
  byId(id).classList.toggle('failed', isFailure)
}

/** Runs one step at a time, and says how it failed in the place where the person looks. */
function onPress(id: string, where: 'status' | 'outcome', step: () => Promise<void>): void {
  byId(id).addEventListener('click', async () => {
    const buttons = [...document.querySelectorAll('button')].filter((button) => !button.disabled)
    for (const button of buttons) button.disabled = true
    say(where, 'Working…')
    try {
      await step()
      if (byId(where).textContent === 'Working…') say(where, '')
    } catch (error) {
      say(
        where,
        error instanceof RescueError ? error.message : `That didn’t work: ${String(error).slice(0, 200)}`,
        true,
      )
    } finally {
      for (const button of buttons) button.disabled = false
      if (document.activeElement === document.body) byId(id).focus()
    }
  })
}

async function findByPasskey(): Promise<void> {
  const { node, place } = named()
  const challenge = toHex(crypto.getRandomValues(new Uint8Array(32)))
  // First, since Safari shows its prompt only soon after a press.
  const { id, assertion } = await askPasskey(challenge, { rpId })
  await requireNetwork(node, place.chainId)
  const keys = keysOf(place.factory, assertion)
  const both = keys.filter((key) => candidates.includes(key))
  candidates = both.length > 0 ? both : keys
  credential = id
  const account = field('account').value.trim()
  const accounts = account
    ? await oneOf(candidates, (key) => readAccount(node, place, readAddress(account, 'Address of the account'), key))
    : await findAccounts(node, place, candidates)
  if (accounts.length === 0 && candidates.length > 1) {
    throw new RescueError(
      'Nothing was found by this signature, which fits two keys. Press again and use the same passkey, and one is left.',
    )
  }
  offer(accounts)
}

/** Returns the result for the first key that has one. Throws what the last one threw. */
async function oneOf<T>(keys: readonly AccountKey[], read: (key: AccountKey) => Promise<T>): Promise<T[]> {
  const results = await Promise.allSettled(keys.map(read))
  const fulfilled = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (fulfilled.length === 0 && failed) throw failed.reason
  return fulfilled.slice(0, 1)
}

async function findByWallet(): Promise<void> {
  const { node, place } = named()
  const key = readAddress(field('wallet').value, 'Address of the wallet')
  const account = field('account').value.trim()
  await requireNetwork(node, place.chainId)
  credential = undefined
  offer(
    account
      ? [await readAccount(node, place, readAddress(account, 'Address of the account'), key)]
      : await findAccounts(node, place, [key]),
  )
}

function offer(accounts: readonly FoundAccount[]): void {
  const [first] = accounts
  if (!first) throw new RescueError('No account was found for this key. Enter the account’s address and try again.')
  const choices = byId('choices')
  choices.replaceChildren()
  choices.hidden = accounts.length === 1
  if (accounts.length === 1) {
    show(first)
    return
  }
  say('status', 'This key belongs to several accounts. Choose one.')
  for (const each of accounts) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'second'
    button.textContent = `${getAddress(each.account)}: ${formatUnits(each.usdcMicros, 6)} USDC`
    button.addEventListener('click', () => show(each))
    choices.append(button)
  }
}

function show(account: FoundAccount): void {
  found = account
  byId('holds-account').textContent = getAddress(account.account)
  byId('holds-usdc').textContent = formatUnits(account.usdcMicros, 6)
  byId('holds-eth').textContent = formatEther(account.wei)
  field('send-usdc').value = account.usdcMicros > 0n ? formatUnits(account.usdcMicros, 6) : ''
  field('send-eth').value = account.wei > 0n ? formatEther(account.wei) : ''
  sending = handedIn = undefined
  byId('holds').hidden = byId('send').hidden = false
  byId('sign').hidden = byId('hand-in').hidden = true
  byId('holds-title').focus()
}

async function reload(): Promise<void> {
  const { node, place } = named()
  await requireNetwork(node, place.chainId)
  if (found) show(await readAccount(node, place, found.account, found.key))
}

async function review(): Promise<void> {
  const { node, place } = named()
  if (!found) return
  byId('sign').hidden = byId('hand-in').hidden = true
  const typed = { to: field('to').value, usdc: field('send-usdc').value, eth: field('send-eth').value }
  sending = prepareSending(found, place, typed, Date.now())
  handedIn = undefined
  const code = await node.hex('eth_getCode', [sending.to, 'latest'])
  const amounts = [
    ...(sending.micros > 0n ? [`${formatUnits(sending.micros, 6)} USDC`] : []),
    ...(sending.wei > 0n ? [`${formatEther(sending.wei)} ETH`] : []),
  ]
  byId('summary').textContent = `Send ${amounts.join(' and ')}\nto ${sending.to}\non ${networkName()}.`
  const isContract = code !== '0x'
  byId('sign-warning').hidden = !isContract
  byId('sign-warning').textContent = isContract
    ? 'There is a contract at this address. Sign only if you know that it can send USDC and ETH on.'
    : ''
  const isWallet = size(found.key) === WALLET_BYTES
  byId('sign-by-passkey').hidden = isWallet
  byId('sign-by-wallet').hidden = byId('sign-elsewhere').hidden = !isWallet
  byId<HTMLTextAreaElement>('to-sign').value = isWallet ? typedDataText(sending.task.toSign) : ''
  field('signature').value = ''
  byId('sign').hidden = false
  byId('sign-title').focus()
}

const networkName = () => byId<HTMLSelectElement>('network').selectedOptions[0]?.text ?? ''

async function signByPasskey(): Promise<void> {
  if (!found || !sending) return
  const hash = hashTypedData(sending.task.toSign)
  const { assertion } = await askPasskey(hash, { rpId, ...(credential ? { id: credential } : {}) })
  requireKey(named().place.factory, found.key, assertion)
  await offerToHandIn(passkeySignature(assertion))
}

async function signByWallet(): Promise<void> {
  if (found && sending) await takeSignature(await signInWallet(found.key, sending.task.toSign))
}

async function takeSignature(signature: string): Promise<void> {
  if (!found || !sending) return
  const { toSign } = sending.task
  const signer = isHex(signature) && (await recoverTypedDataAddress({ ...toSign, signature }).catch(() => undefined))
  if (!isHex(signature) || signer === false || signer?.toLowerCase() !== found.key) {
    throw new RescueError('This isn’t a signature of what is shown here by the wallet that you named.')
  }
  await offerToHandIn(signature)
}

async function offerToHandIn(keySignature: Hex): Promise<void> {
  const { node, place } = named()
  if (!found || !sending) return
  const made = handingInFrom(found, place, sending.signed, sending.task.signatureOf(keySignature))
  // What would fail costs its sender a fee.
  await node.hex('eth_call', [made, 'latest'])
  handedIn = made
  byId('until').textContent = utcText(sending.signed.deadline)
  field('call-to').value = getAddress(made.to)
  byId<HTMLTextAreaElement>('call-data').value = made.data
  byId('hand-in').hidden = false
  byId('hand-in-title').focus()
}

const utcText = (seconds: number) => new Date(seconds * 1_000).toUTCString().replace('GMT', 'UTC')

async function sendByWallet(): Promise<void> {
  if (!handedIn) return
  const hash = await sendInWallet(handedIn, named().place.chainId)
  say('outcome', `Sent: ${hash}. Press “Has it arrived?” in a few seconds.`)
}

async function checkArrival(): Promise<void> {
  if (!found || !sending) return
  const { node } = named()
  if (!(await wasMade(node, found, sending.signed))) {
    throw new RescueError('Not yet. The node has no transaction that made this call.')
  }
  const { to } = sending
  await reload()
  say('outcome', `Sent out to ${to}. Above is what the account holds now.`)
}

showNetworks()
for (const id of ['node', 'factory', 'usdc']) byId(id).addEventListener('change', forget)
// What is signed is what was checked.
for (const id of ['to', 'send-usdc', 'send-eth']) {
  byId(id).addEventListener('input', () => {
    sending = handedIn = undefined
    byId('sign').hidden = byId('hand-in').hidden = true
  })
}
const fault = passkeyFault(site.rpId ?? '')
byId('passkey-note').textContent =
  fault ??
  `Your device asks for your face, finger or PIN, and signs nothing but a random number to find the account. It has to be a passkey of ${rpId}.`
byId<HTMLButtonElement>('find-by-passkey').disabled = fault !== undefined
watchForWallet()

onPress('find-by-passkey', 'status', findByPasskey)
onPress('find-by-wallet', 'status', findByWallet)
onPress('connect', 'status', async () => {
  field('wallet').value = getAddress(await walletAddress())
})
onPress('reload', 'status', reload)
onPress('review', 'outcome', review)
onPress('sign-by-passkey', 'outcome', signByPasskey)
onPress('sign-by-wallet', 'outcome', signByWallet)
onPress('use-signature', 'outcome', () => takeSignature(field('signature').value.trim()))
onPress('send-by-wallet', 'outcome', sendByWallet)
onPress('check-arrival', 'outcome', checkArrival)
