import { labTipJarBytecode } from '@aura/contracts/lab/tip-jar'
import { hexToBytes } from '@ethereumjs/util'
import { encode, type Hex, wordHex } from '../../bytes.ts'
import type { Kind, Message, Move } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { ethText, shortAddress } from '../../words.ts'

const MILLI = 10n ** 15n
/** Versions of the jar as the contract numbers them. */
const [OWNER, TEMPLATE, OPEN, SHUT] = [0, 1, 2, 3]
const TRAPS: Readonly<Record<number, string>> = { [TEMPLATE]: 'template', [OPEN]: 'anyone', [SHUT]: 'shut' }
const LETTERS: readonly string[] = ['A', 'B', 'C', 'D']
const FANS = ['Amara', 'Bruno', 'Chidi', 'Dao', 'Esi'] as const

/** Deploy a jar that only you can empty, publish its address, say what came in, and take it out. */
export const tipJar: Kind<World> = {
  id: 'tip-jar',
  version: 1,
  setup,

  goal: () =>
    'Put up a tip page. Deploy the version of the jar that only you can empty, publish its address, and wait for five fans. Then show on the page what came in, and take it out.',
  solved:
    'You read who may empty the jar before you deployed it, counted what the chain says, and have the money in your account.',
  traps: {
    template: 'The author of that version is the owner of your jar, and emptied it. Read each line that you copy.',
    anyone: 'Anyone may empty that version, and someone did as soon as all tips were in it.',
    shut: 'The tips are in your jar for good: nothing in that version takes them out, and deployed code can’t be changed.',
    elsewhere:
      'The fans paid the address you published, and that isn’t your jar. Publish the one your deployment made.',
    miscounted:
      'Your page shows a sum that didn’t come in. A tip that failed moved nothing, and one went to another jar, whatever the fan says.',
  },
  historyFrom: ({ firstBlock }) => firstBlock,
  names: (lab, { author, other, fans }) => {
    const jar = jarOf(lab)
    return {
      ...{ [author]: 'an unknown account', [other]: 'another jar', ...(jar && { [jar]: 'Your jar' }) },
      ...Object.fromEntries(fans.map(({ name, address }) => [address, name])),
    }
  },

  async scene(lab, world) {
    const { page, shown, fans } = world
    const jar = jarOf(lab)
    const isOver = tipsOver(lab, world)
    const said = fans.map(({ name, value }): Message => ({ from: name, text: `I have tipped you ${ethText(value)}!` }))
    return {
      messages: isOver ? said : sourcesOf(world),
      rows: [
        { label: 'Your ETH', value: ethText((await lab.chain.account(lab.me)).balance), isExact: true },
        { label: 'Your jar', value: jar ?? 'not deployed', isExact: jar !== undefined },
        { label: 'Address on your page', value: page ?? 'none', isExact: page !== undefined },
        { label: 'Tips shown on your page', value: shown === undefined ? 'none' : ethText(shown), isExact: true },
      ],
      moves: {
        ...(!jar && { deploy: deployMove(lab, world) }),
        ...(jar && !page && { publish: publishMove(lab, world, jar) }),
        ...(isOver && {
          show: {
            label: 'Show the tips on your page',
            submit: 'Show',
            seconds: 0,
            fields: { sum: { type: 'amount' as const, label: 'All tips', unit: 'ETH', decimals: 18 } },
            run: async (input) => {
              world.shown = input.amount('sum')
            },
          },
        }),
        ...(jar && {
          empty: {
            label: 'Empty your jar',
            run: () => lab.send(lab.me, { to: jar, data: encode('empty()') }),
          },
        }),
        wait: { label: 'Wait for the next block' },
      },
    }
  },

  async beforeBlock(lab, world) {
    const { page, other, fans, author, startsAt, version } = world
    if (!page || startsAt === undefined) return
    const fan = fans[lab.chain.height - startsAt]
    if (fan) {
      const value = fan.does === 'fails' ? 0n : fan.value
      await lab.send(fan.address, { to: fan.does === 'errs' ? other : page, value, data: TIP })
    }
    const jar = jarOf(lab)
    if (jar && tipsOver(lab, world) && (version === TEMPLATE || version === OPEN))
      await lab.send(author, { to: jar, data: encode('empty()'), tip: 5_000_000n })
  },

  async verdict(lab, world) {
    const { page, shown, fans, version = OWNER, startsAt = 0 } = world
    const jar = jarOf(lab)
    if (!jar || !tipsOver(lab, world)) return { state: 'open' }
    if (page !== jar) return { state: 'trapped', trap: 'elsewhere' }
    if (lab.chain.height > startsAt + fans.length && TRAPS[version]) return { state: 'trapped', trap: TRAPS[version] }
    if (shown === undefined) return { state: 'open' }
    const sum = fans.reduce((total, { does, value }) => total + (does === 'tips' ? value : 0n), 0n)
    if (shown !== sum) return { state: 'trapped', trap: 'miscounted' }
    return (await lab.chain.account(jar)).balance > 0n ? { state: 'open' } : { state: 'solved' }
  },
}

interface World {
  author: Hex
  /** A jar of somebody else. */
  other: Hex
  versions: readonly number[]
  fans: readonly { name: string; address: Hex; does: 'tips' | 'fails' | 'errs'; value: bigint }[]
  firstBlock: number
  /** Version that was deployed. */
  version?: number
  page?: Hex
  /** Height at which the first fan tips. */
  startsAt?: number
  shown?: bigint
}

/** A call with the note "thanks". */
const TIP = encode('tip(string)', 32n, 6n, `0x${'7468616e6b73'.padEnd(64, '0')}`)

/** Returns the first contract that the learner created. */
const jarOf = ({ chain, me }: Lab): Hex | undefined =>
  chain.blocks.flatMap(({ receipts }) => receipts).find(({ tx, succeeded }) => tx.from === me && !tx.to && succeeded)
    ?.created

const tipsOver = ({ chain }: Lab, { startsAt, fans }: World): boolean =>
  startsAt !== undefined && chain.height >= startsAt + fans.length

function sourcesOf({ versions, author }: World): Message[] {
  const take = (check: string) => `function empty() external { ${check}pay(msg.sender, address(this).balance); }`
  const texts = {
    [OWNER]: `address owner = msg.sender; … ${take('require(msg.sender == owner); ')}`,
    [TEMPLATE]: `address owner = ${author}; … ${take('require(msg.sender == owner); ')}`,
    [OPEN]: `address owner = msg.sender; … ${take('')}`,
    [SHUT]: 'address owner = msg.sender; … function empty() external { revert("coming soon"); }',
  }
  return versions.map((version, at) => ({ from: `Version ${LETTERS[at]}`, text: texts[version] ?? '' }))
}

function deployMove(lab: Lab, world: World): Move {
  const options = LETTERS.map((letter) => ({ value: letter, text: `Version ${letter}` }))
  return {
    label: 'Deploy a jar',
    submit: 'Continue',
    fields: { version: { type: 'choice', label: 'Version', options } },
    run: async (input) => {
      const version = world.versions[LETTERS.indexOf(input.choice('version'))] ?? OWNER
      await lab.send(lab.me, { data: jarCode(version, world.author), gas: 300_000n })
      world.version = version
    },
  }
}

const jarCode = (version: number, author: Hex): Uint8Array =>
  hexToBytes(`${labTipJarBytecode as Hex}${wordHex(BigInt(version)).slice(2)}${wordHex(author).slice(2)}`)

function publishMove(lab: Lab, world: World, jar: Hex): Move {
  const options = lab.shuffle('addresses', [jar, lab.me, world.other]).map((address) => {
    return { value: address, text: shortAddress(address), detail: address }
  })
  return {
    label: 'Publish an address',
    submit: 'Publish',
    fields: { address: { type: 'choice', label: 'Address', options } },
    run: async (input) => {
      world.page = input.choice('address') as Hex
      world.startsAt = lab.chain.height + 1
    },
  }
}

async function setup(lab: Lab): Promise<World> {
  const author = lab.account('author')
  const does = lab.shuffle('does', ['tips', 'tips', 'tips', 'fails', 'errs'] as const)
  const fans = FANS.map((name, at) => {
    return { name, address: lab.account(name), does: does[at] ?? 'tips', value: BigInt(lab.draw(name, 2, 40)) * MILLI }
  })
  for (const account of [author, lab.me, ...fans.map(({ address }) => address)])
    await lab.chain.fund(account, 10n ** 17n)
  const other = await lab.deploy(author, labTipJarBytecode, 0n, author)
  const { number } = await lab.chain.mine(2)
  const versions = lab.shuffle('versions', [OWNER, TEMPLATE, OPEN, SHUT])
  return { author, other, versions, fans, firstBlock: number + 1 }
}
