import { labAllowlistBytecode } from '@aura/contracts/lab/allowlist'
import { bytesToHex, hexToBytes } from '@ethereumjs/util'
import { encode, type Hex, keccak, word } from '../../bytes.ts'
import type { Kind, Row } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { shortAddress, usdcText } from '../../words.ts'

const LISTED = ['Amara', 'Bruno', 'Chidi', 'Dao', 'Esi', 'Farid', 'Ligaya'] as const
const EVERY = 2
/** Number of wrong proofs that counts as guessing; there are 64 to try. */
const MAX_WRONG = 5

/** A list of eight, of which the contract knows one hash. Three more hashes prove that an address is on it. */
export const merkleProof: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'merkle-proof',
  version: 3,
  rounds: 2,
  setup,

  goal: (_, { reward }) =>
    `You are on a list of eight, and ${usdcText(reward)} are there for each of you. Choose the three hashes that lead from your leaf to the root.`,
  solved:
    'Three hashes proved one leaf of eight. Of a list of a million, twenty would. The contract kept the root only and never saw the list.',
  traps: {
    guessed:
      'Five proofs led to other roots, and each cost its fee. Nobody takes your place on the list, but guessing is no way to it: at each level the proof needs the neighbour of the node you have, and no other.',
  },
  names: (_, { usdc, list, people }) => ({
    ...{ [usdc.address]: 'USDC contract', [list]: 'The list' },
    ...Object.fromEntries(people.map(({ name, address }) => [address, name])),
  }),

  async scene(lab, { usdc, list, reward, people, levels }) {
    const [leaves = [], pairs = [], halves = []] = levels
    const choice = (label: string, nodes: readonly Hex[], size: number) => {
      const text = (at: number) => (size === 1 ? `Leaf ${at + 1}` : `Leaves ${at * size + 1} to ${(at + 1) * size}`)
      const options = nodes.map((hash, at) => ({ value: hash, text: `${text(at)}: ${hash.slice(0, 10)}…` }))
      return { type: 'choice', label, options } as const
    }
    const rows = people.map(({ name, address }, place): Row => {
      return { label: `Leaf ${place + 1}`, value: `${name}, ${shortAddress(address)}`, isExact: true }
    })
    const cash = await usdc.balance(list)
    return {
      messages: [
        {
          from: 'The tree',
          text: 'A leaf is an address, hashed twice, so that no pair can pose as one. Two neighbours are hashed together, then the pairs, then the halves: the last hash is the root, which is all the contract keeps.',
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Claims left', value: `${cash / reward}`, isExact: true },
        ...rows,
      ],
      moves: {
        claim: {
          label: 'Claim with a proof',
          site: 'list.example',
          submit: 'Continue',
          fields: {
            first: choice('First hash', leaves, 1),
            second: choice('Second hash', pairs, 2),
            third: choice('Third hash', halves, 4),
          },
          run: (input) => {
            const proof = ['first', 'second', 'third'].map((field) => input.choice(field) as Hex)
            return lab.send(lab.me, { to: list, data: encode('claim(bytes32,bytes32,bytes32)', ...proof) })
          },
        },
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, { list, people, levels, start }) {
    const age = lab.chain.height - start
    const others = people.filter(({ address }) => address !== lab.me)
    const next = others[Math.floor(age / EVERY)]
    if (age % EVERY !== EVERY - 1 || !next) return
    const proof = proofOf(levels, people.indexOf(next))
    await lab.send(next.address, { to: list, data: encode('claim(bytes32,bytes32,bytes32)', ...proof) })
  },

  async verdict(lab, { usdc, list, reward }) {
    if ((await usdc.balance(lab.me)) >= reward) return { state: 'solved' }
    const wrong = lab.chain.blocks
      .flatMap(({ receipts }) => receipts)
      .filter(({ tx, succeeded }) => tx.from === lab.me && tx.to === list && !succeeded)
    return wrong.length < MAX_WRONG ? { state: 'open' } : { state: 'trapped', trap: 'guessed' }
  },
}

/** Hashes two nodes as the contract does: sorted, so that a proof needs no sides. */
const pairHash = (a: Hex, b: Hex): Hex => bytesToHex(keccak(...[a, b].sort().map(hexToBytes)))

export function proofOf(levels: readonly (readonly Hex[])[], leaf: number): Hex[] {
  return levels.map((nodes, level) => nodes[(leaf >> level) ^ 1] ?? '0x')
}

async function setup(lab: Lab) {
  const bank = lab.account('bank')
  const listed = LISTED.map((name) => ({ name: name as string, address: lab.account(name) }))
  const people = lab.shuffle('leaves', [...listed, { name: 'You', address: lab.me }])
  for (const account of [bank, ...people.map(({ address }) => address)]) await lab.chain.fund(account, 10n ** 17n)
  const levels: Hex[][] = [people.map(({ address }) => bytesToHex(keccak(keccak(word(address)))))]
  for (let nodes = levels[0] ?? []; nodes.length > 1; nodes = levels.at(-1) ?? []) {
    levels.push(nodes.flatMap((node, place) => (place % 2 ? [] : [pairHash(node, nodes[place + 1] ?? node)])))
  }
  const root = levels.pop()?.[0] ?? '0x'
  const reward = drawUsdc(lab, 'reward', 20, 90)
  const usdc = await Usdc.deploy(lab, bank)
  const list = await lab.deploy(bank, labAllowlistBytecode, usdc.address, reward, root)
  await usdc.mint(bank, list, reward * BigInt(people.length))
  const { number: start } = await lab.chain.mine(2)
  return { usdc, list, reward, people, levels, start }
}
