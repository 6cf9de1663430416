import { bytesToBigInt, hexToBytes } from '@ethereumjs/util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOfKey, type Hex, keccakText, type Signature, sign, wordHex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const MESSAGES = ['Sign in to the forum', 'Vote for June', 'I own this page', 'Delivery received', 'Join the choir']
const HEAD_START = 5
const { Fn } = secp256k1.Point

/** An app signed twice with the same nonce. Both signatures are public, and so is the key. */
export const nonceReuse: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'nonce-reuse',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { amount }) =>
    `An old app signed five messages for your first account and used one secret number twice. Compute the account’s key from those two, and bring its ${usdcText(amount)} to safety before somebody else does.`,
  solved:
    'Two signatures with the same r gave the key away: two equations, two unknowns. A careful signer derives the number from the key and the message, so it never returns.',
  traps: {
    'too-late':
      'A thief tried all ten pairs and found the key as well. Equal r means equal secret number: look for that and compute once.',
    'same-app':
      'The app had signed for its new account with the same secret number. Once that number is known, one signature is enough to compute a key, so the thief had this one, too.',
  },
  names: (_, { usdc, old, fresh, thief }) => ({
    ...{ [usdc.address]: 'USDC contract', [old]: 'Your first account', [fresh]: 'New account in the app' },
    [thief]: 'a thief',
  }),

  accounts: (lab, { old }) => ({ [lab.me]: 'Safe account', [old]: 'First account' }),

  async scene(lab, world) {
    const { usdc, old, fresh, signed, amount, found } = world
    const options = signed.map(({ text }, place) => ({ value: `${place + 1}`, text: `${place + 1}. ${text}` }))
    return {
      messages: [
        {
          from: 'How it is computed',
          text: 'z is the hash of a message. With one secret number k in two signatures, k = (z₁ − z₂) / (s₁ − s₂) and the key is (s₁k − z₁) / r, all modulo the order of the curve. Choose the two; the lab does the arithmetic.',
        },
      ],
      rows: [
        { label: 'First account', value: old, isExact: true },
        { label: 'It holds', value: usdcText(await usdc.balance(old)), isExact: true },
        { label: 'Your safe account holds', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        ...signed.map(({ text, signature: { r, s } }, place) => ({
          ...{ label: `${place + 1}. ${text}`, isExact: true },
          value: `r ${short(r)}, s ${short(s)}`,
        })),
        ...(found ? [{ label: 'Address of the computed key', value: found, isExact: true }] : []),
      ],
      moves: {
        compute: {
          label: 'Compute a key',
          submit: 'Compute',
          fields: {
            one: { type: 'choice', label: 'One signature', options },
            other: { type: 'choice', label: 'Another', options },
          },
          run: async (input) => {
            const [one, other] = ['one', 'other'].map((field) => signed[Number(input.choice(field)) - 1])
            world.found = one && other && addressFrom(one, other)
          },
        },
        ...(found && {
          move: {
            label: `Sign a transfer of ${usdcText(amount)} with the computed key`,
            submit: 'Continue',
            fields: {
              to: {
                type: 'choice' as const,
                label: 'To',
                options: lab.shuffle('to', [
                  { value: lab.me, text: 'Your safe account, on a hardware wallet', detail: lab.me },
                  { value: fresh, text: 'A new account in the old app', detail: fresh },
                ]),
              },
            },
            run: (input) => usdc.transfer(found, input.choice('to') as Hex, amount),
          },
        }),
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, { usdc, old, fresh, thief, start }) {
    const takes = async (from: Hex) => {
      const value = await usdc.balance(from)
      if (value > 0n) await usdc.transfer(from, thief, value)
    }
    await takes(fresh)
    if (lab.chain.height >= start + HEAD_START) await takes(old)
  },

  async verdict(lab, { usdc, fresh, thief, amount }) {
    if ((await usdc.balance(lab.me)) >= amount) return { state: 'solved' }
    if ((await usdc.balance(thief)) === 0n) return { state: 'open' }
    const wasFresh = lab.chain.blocks.some(({ receipts }) => receipts.some(({ tx }) => tx.from === fresh))
    return { state: 'trapped', trap: wasFresh ? 'same-app' : 'too-late' }
  },
}

interface Signed {
  text: string
  digest: Uint8Array
  signature: Signature
}

const short = (value: bigint): string => `${wordHex(value).slice(0, 8)}…${wordHex(value).slice(-4)}`
const keyBytes = (key: bigint): Uint8Array => hexToBytes(wordHex(key))

/** Signs with the given nonce, which a sound signer never allows. */
function signWith(k: bigint, digest: Uint8Array, key: bigint): Signature {
  const point = secp256k1.Point.BASE.multiply(k).toAffine()
  const r = Fn.create(point.x)
  const s = Fn.mul(Fn.inv(k), Fn.create(bytesToBigInt(digest) + r * key))
  return { yParity: point.y & 1n, r, s }
}

/** Returns the address of the key that two signatures reveal if they share a nonce. */
function addressFrom(one: Signed, other: Signed): Hex | undefined {
  const [z1, z2] = [bytesToBigInt(one.digest), bytesToBigInt(other.digest)]
  const between = Fn.create(one.signature.s - other.signature.s)
  if (between === 0n) return undefined
  const k = Fn.mul(Fn.create(z1 - z2), Fn.inv(between))
  const key = Fn.mul(Fn.create(one.signature.s * k - z1), Fn.inv(one.signature.r))
  return key === 0n ? undefined : addressOfKey(keyBytes(key))
}

async function setup(lab: Lab) {
  const [bank, thief] = [lab.account('bank'), lab.account('thief')]
  const secretOf = (name: string) => Fn.create(bytesToBigInt(keccakText(`${name} ${lab.me}`)))
  const [key, k] = [secretOf('first account'), secretOf('number')]
  const [old, fresh] = [addressOfKey(keyBytes(key)), lab.account('fresh')]
  for (const account of [bank, thief, old, fresh]) await lab.chain.fund(account, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, bank)
  const amount = drawUsdc(lab, 'amount', 300, 2000)
  await usdc.mint(bank, old, amount)
  const { number: start } = await lab.chain.mine(2)
  const signed = lab.shuffle('messages', MESSAGES).map((text, place): Signed => {
    const digest = keccakText(`${text}, ${old}`)
    return { text, digest, signature: place < 2 ? signWith(k, digest, key) : sign(digest, keyBytes(key)) }
  })
  const found: Hex | undefined = undefined
  return {
    usdc,
    old,
    fresh,
    thief,
    amount,
    start,
    signed: lab.shuffle('signed', signed),
    found: found as Hex | undefined,
  }
}
