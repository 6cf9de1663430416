import { labLotteryBytecode } from '@aura/contracts/lab/lottery'
import { bytesToBigInt } from '@ethereumjs/util'
import { encode, type Hex, keccak, word } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { ethText } from '../../words.ts'

const TICKET = 10n ** 17n
const ODDS = 8n
const PRIZES = 2n
const BLOCKS = 24
const AHEAD = 6
const NAMES = ['First', 'Second', 'Third'] as const

/** A lottery whose draw is a hash of public values. Win twice without a losing ticket. */
export const lottery: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'lottery',
  version: 2,
  rounds: 2,
  setup,

  goal: () =>
    `A ticket costs ${ethText(TICKET)}, one in ${ODDS} wins ${ethText(TICKET * 10n)}, and you have three accounts. Win ${PRIZES} prizes within ${BLOCKS} blocks, without one losing ticket.`,
  solved:
    'You guessed nothing. A draw made of the block’s number and your address can be computed before you pay, by you and by everybody else.',
  traps: {
    lost: 'That ticket lost, and you could have known: the contract hashes its own salt, your address and the block’s number, and all three were public before you paid.',
    closed: 'The lottery closed before you had two prizes. Waiting costs blocks, computing costs nothing.',
  },
  names: (_, { contract, players }) => ({
    [contract]: 'Lottery',
    ...Object.fromEntries(players.map((player, place) => [player, `${NAMES[place]} account`])),
  }),

  accounts: (_, { players }) => Object.fromEntries(players.map((player, place) => [player, `${NAMES[place]} account`])),

  async scene(lab, { contract, players, computed, start }) {
    const account = {
      type: 'choice',
      label: 'Account',
      options: players.map((player, place) => ({ value: player, text: `${NAMES[place]} account`, detail: player })),
    } as const
    const next = lab.chain.height + 1
    const known = [...computed].filter(({ block }) => block >= next)
    return {
      messages: [
        {
          from: 'The lottery’s source',
          text: `if (uint256(keccak256(abi.encode(salt, msg.sender, block.number))) % ${ODDS} == 0) pay(msg.sender, 10 * ticket);`,
        },
      ],
      rows: [
        {
          label: 'Prizes',
          value: `${await sumOf(lab, contract, players, 'won(address)')} of ${PRIZES}`,
          isExact: true,
        },
        { label: 'Next block', value: `${next}, ${start + BLOCKS - lab.chain.height} left`, isExact: true },
        ...NAMES.flatMap((name, place) => {
          const draws = known.filter((draw) => draw.place === place)
          const winning = draws.filter(({ wins }) => wins).map(({ block }) => block)
          return draws.length > 0
            ? [
                {
                  label: `${name} account, up to block ${draws.at(-1)?.block}`,
                  value: winning.length > 0 ? `wins in ${winning.join(' and ')}` : 'loses in each',
                },
              ]
            : []
        }),
      ],
      moves: {
        compute: {
          label: 'Compute the draw',
          submit: `Compute ${AHEAD} blocks`,
          seconds: 0,
          fields: { account },
          run: async (input) => {
            const player = input.choice('account') as Hex
            const place = players.indexOf(player)
            for (const old of [...computed]) if (old.place === place) computed.delete(old)
            for (let block = next; block < next + AHEAD; block++) {
              const data = encode('wins(address,uint256)', player, BigInt(block))
              computed.add({ place, block, wins: (await lab.chain.view(contract, data)) > 0n })
            }
          },
        },
        play: {
          label: 'Buy a ticket in the next block',
          site: 'lottery.example',
          submit: 'Continue',
          fields: { account },
          run: (input) =>
            lab.send(input.choice('account') as Hex, { to: contract, data: encode('play()'), value: TICKET }),
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async verdict(lab, { contract, players, start }) {
    const won = await sumOf(lab, contract, players, 'won(address)')
    if ((await sumOf(lab, contract, players, 'played(address)')) > won) return { state: 'trapped', trap: 'lost' }
    if (won >= PRIZES) return { state: 'solved' }
    return lab.chain.height >= start + BLOCKS ? { state: 'trapped', trap: 'closed' } : { state: 'open' }
  },
}

async function sumOf(lab: Lab, contract: Hex, players: readonly Hex[], call: string): Promise<bigint> {
  let sum = 0n
  for (const player of players) sum += await lab.chain.view(contract, encode(call, player))
  return sum
}

/** Returns a salt with which the three accounts win at least four times while there is time to act. */
function saltOf(lab: Lab, players: readonly Hex[], start: number): bigint {
  for (let salt = BigInt(lab.draw('salt', 1, 1_000_000_000)); ; salt++) {
    const wins = Array.from({ length: BLOCKS - 6 }, (_one, at) => BigInt(start + 3 + at)).flatMap((block) =>
      players.filter((player) => bytesToBigInt(keccak(word(salt), word(player), word(block))) % ODDS === 0n),
    )
    if (wins.length >= 4) return salt
  }
}

async function setup(lab: Lab) {
  const host = lab.account('host')
  const players = [lab.me, lab.account('second'), lab.account('third')]
  for (const account of [host, ...players]) await lab.chain.fund(account, 10n * 10n ** 18n)
  const { number } = await lab.chain.mine(2)
  const start = number + 2
  const contract = await lab.deploy(host, labLotteryBytecode, TICKET, ODDS, saltOf(lab, players, start))
  await lab.send(host, { to: contract, value: 5n * 10n ** 18n })
  await lab.chain.mine(2)
  return { contract, players, start, computed: new Set<{ place: number; block: number; wins: boolean }>() }
}
