import { addressOfKey, type Hex, keccakText } from '../../bytes.ts'
import { TransactionRejected } from '../../chain.ts'
import type { Fields, Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { DAY, usdcText } from '../../words.ts'

/** A small prime, for mental arithmetic. Division works modulo a prime, so a single share fits every secret. */
const PRIME = 97n
const YEAR = 365 * DAY
const TRIES = 5

const PLACES = { desk: 'Your desk', aunt: 'Your aunt’s, in another city', studio: 'The studio' } as const
type Place = keyof typeof PLACES
const SHARES = ['one', 'two', 'three'] as const

/** Split a secret into three shares, lose one to a fire and one to a burglar, and compute the secret from two. */
export const secretSharing: Kind<World> = {
  id: 'secret-sharing',
  version: 1,
  setup,

  goal: (_, { amount }) =>
    `One secret number opens your savings of ${usdcText(amount)}. Cut it into three shares, and choose where they lie. In the next year one place burns, and a burglar reads all that lies in another. Then bring the savings to your new account.`,
  solved:
    'Any two shares gave the secret, and one told the burglar nothing. It was whole on one device for a moment, so it was right to move the savings away from it.',
  traps: {
    alone: 'One share was enough, also for the burglar. A share that is the secret itself is only a copy of it.',
    together:
      'As many shares as are needed lay in one place. The burglar read them there, and computed what you would have.',
    'too-many': 'All three were needed, and one burned. Nobody can reach the savings any more, you included.',
    'too-late': `One share fits each of the ${PRIME} secrets, so the burglar tried them all. Here that takes minutes. A real secret is one of more numbers than anybody can try. You had two shares, and two fit one secret only.`,
  },
  names: (_, { usdc, savings, thief }) => ({
    ...{ [usdc.address]: 'USDC contract', [savings]: 'Your savings', [thief]: 'The burglar' },
  }),

  accounts: (lab, { savings }) => ({ [lab.me]: 'New account', [savings]: 'Savings' }),

  async scene(lab, world) {
    const { usdc, savings, split, year } = world
    const rows = [
      { label: 'Your savings', value: usdcText(await usdc.balance(savings)), isExact: true },
      { label: 'Your new account', value: usdcText(await usdc.balance(lab.me)), isExact: true },
    ]
    if (!split) return { rows, moves: { split: splitMove(world) } }
    const shares = split.places.map((place, at) => ({ label: `Share ${at + 1}`, value: fateOf(world, place, at) }))
    if (!year) {
      return { rows: [...rows, ...shares], moves: { year: { label: 'Let a year pass', seconds: YEAR } } }
    }
    return {
      messages: [
        {
          from: 'Your neighbour',
          text: 'Somebody broke in and read a share. They may be trying one number after the other by now, so don’t wait.',
        },
        {
          from: 'How two shares give the secret',
          text: `Share 1 is the secret plus a rise, share 2 the secret plus twice the rise, share 3 plus three times. All is counted around a clock with ${PRIME} hours: after ${PRIME - 1n} comes 0. From share 1 to share 3 the rise is taken twice: halve the difference, and if it is odd, add ${PRIME} first.`,
        },
      ],
      rows: [...rows, ...shares],
      moves: {
        restore: {
          label: 'Move the savings to your new account',
          submit: 'Continue',
          fields: { secret: { type: 'amount', label: 'The secret', unit: '', decimals: 0 } },
          run: (input) => moveSavings(lab, world, input.amount('secret')),
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, savings, thief, split } = world
    if (!split) return
    if (time - lab.chain.time >= YEAR) world.year ??= yearOf(lab, split, lab.chain.height)
    if (!world.year) return
    const knows = split.places.filter((place) => place === world.year?.burgled).length >= split.needed
    const left = await usdc.balance(savings)
    const hasTriedAll = lab.chain.height >= world.year.height + TRIES
    if (left > 0n && (knows || (hasTriedAll && split.needed < SHARES.length))) await usdc.transfer(savings, thief, left)
  },

  async verdict(lab, { usdc, thief, amount, split, year }) {
    if ((await usdc.balance(lab.me)) >= amount) return { state: 'solved' }
    if (!split || !year) return { state: 'open' }
    if ((await usdc.balance(thief)) > 0n) {
      const read = split.places.filter((place) => place === year.burgled).length
      return { state: 'trapped', trap: split.needed === 1 ? 'alone' : read >= split.needed ? 'together' : 'too-late' }
    }
    const kept = split.places.filter((place) => place !== year.burnt).length
    return kept < split.needed ? { state: 'trapped', trap: 'too-many' } : { state: 'open' }
  },
}

interface Split {
  needed: number
  places: readonly Place[]
}

interface World {
  usdc: Usdc
  amount: bigint
  savings: Hex
  thief: Hex
  secret: bigint
  /** The secret first, then the random coefficients that hide it. */
  coefficients: readonly bigint[]
  split?: Split
  year?: { height: number; burgled: Place; burnt: Place }
}

function splitMove(world: World) {
  const options = Object.entries(PLACES).map(([value, text]) => ({ value, text }))
  const needed = { type: 'choice', label: 'How many restore the secret?', options: NEEDED } as const
  const places = SHARES.map(
    (name, at) => [name, { type: 'choice', label: `Share ${at + 1} lies at`, options }] as const,
  )
  return {
    label: 'Cut the secret',
    submit: 'Write the shares',
    fields: { needed, ...Object.fromEntries(places) } satisfies Fields,
    run: async (input: { choice(field: string): string }) => {
      world.split = {
        needed: Number(input.choice('needed')),
        places: SHARES.map((name) => input.choice(name) as Place),
      }
    },
  }
}

const NEEDED = [
  { value: '1', text: 'Any one' },
  { value: '2', text: 'Any two' },
  { value: '3', text: 'All three' },
]

/** The burglar finds the place with the most shares. A fire destroys another, one with a share if possible. */
function yearOf(lab: Lab, { places }: Split, height: number): NonNullable<World['year']> {
  const drawn = lab.shuffle('year', Object.keys(PLACES) as Place[])
  const count = (place: Place) => places.filter((other) => other === place).length
  const [burgled = 'desk', burnt = 'aunt'] = drawn.toSorted((one, other) => count(other) - count(one))
  return { height, burgled, burnt }
}

function fateOf({ split, year, coefficients }: World, place: Place, at: number): string {
  if (!year) return PLACES[place]
  if (place === year.burnt) return 'burned'
  const share = shareAt(coefficients.slice(0, split?.needed), BigInt(at + 1))
  return place === year.burgled ? `${share}, and the burglar read it` : `${share}`
}

const shareAt = (coefficients: readonly bigint[], x: bigint): bigint =>
  coefficients.reduceRight((sum, coefficient) => (sum * x + coefficient) % PRIME, 0n)

const addressOfSecret = (lab: Lab, secret: bigint): Hex => addressOfKey(keccakText(`secret ${secret} of ${lab.me}`))

/** A wrong secret opens an empty account. Each try takes a block. */
async function moveSavings(lab: Lab, { usdc, savings, amount }: World, secret: bigint): Promise<void> {
  if (secret >= PRIME) throw new TransactionRejected(`the clock ends at ${PRIME - 1n}`)
  if (addressOfSecret(lab, secret) === savings) await usdc.transfer(savings, lab.me, amount)
}

async function setup(lab: Lab): Promise<World> {
  const [bank, thief] = [lab.account('bank'), lab.account('thief')]
  const secret = BigInt(lab.draw('secret', 0, Number(PRIME) - 1))
  const hidden = ['rise', 'bend'].map((name) => BigInt(lab.draw(name, 0, Number(PRIME) - 1)))
  const savings = addressOfSecret(lab, secret)
  for (const account of [bank, savings]) await lab.chain.fund(account, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, bank)
  const amount = drawUsdc(lab, 'amount', 400, 3000)
  await usdc.mint(bank, savings, amount)
  await lab.chain.mine(2)
  return { usdc, amount, savings, thief, secret, coefficients: [secret, ...hidden] }
}
