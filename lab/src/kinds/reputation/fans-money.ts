import { labBackingBytecode } from '@aura/contracts/lab/backing'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { UNLIMITED, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const UNIT = 10n ** 6n
/** Aura's terms: Steeze for a USDC, what one redeems for in millionths, AP for a USDC, USDC from one wallet in all. */
export const TERMS = { steezePerUsdc: 10n, steezeValue: 70_000n, apPerUsdc: 10n, vouchMax: 100n } as const
/** Factors of the levels in tenths. */
export const LEVELS = { 'Clout Chaser': 10n, Dedicated: 15n, Grinder: 20n } as const
const NAMES = ['Nneka', 'Yusuf', 'Sakura', 'Mateo', 'Priya'] as const
const WAYS = ['tip', 'vouch', 'gift'] as const

type Way = (typeof WAYS)[number]

interface Fan {
  name: string
  address: Hex
  level: keyof typeof LEVELS
  /** Whole USDC to spend. */
  amount: bigint
  /** Whole USDC this wallet has vouched with before. */
  before: bigint
}

/** What the fans' money became: millionths of a USDC, Steeze redeemed among them; Steeze; AP. */
interface Sum {
  usdc: bigint
  steeze: bigint
  ap: bigint
}

/** Say to five fans how to back you: by tips, vouches within their limit, and no more gifts than the battle needs. */
export const fansMoney: Kind<World> = {
  id: 'fans-money',
  version: 1,
  setup,

  goal: (_, { least }) =>
    `Five fans have money for you, and your battle ends tonight. Tell each of them: tip, vouch or gift. Your side needs ${least.steeze} Steeze. With the Steeze redeemed, all of it must bring you at least ${usdcText(least.usdc)}, and the vouches ${least.ap} AP.`,
  solved:
    'You had no more gifted than the battle needed. The rest reached you whole: as vouches, which add AP, and as a tip where a wallet had vouched enough.',
  traps: {
    refused:
      'One wallet can vouch for you with 100 USDC in all. This one had less left, so the contract refused, and the money stayed with the fan. A tip has no limit.',
    short:
      'Your side has too few Steeze, and the battle is lost. Tips and vouches bring more to you, but they don’t count in a battle.',
    costly:
      'More was gifted than the battle needed. A Steeze costs 0.10 USDC and redeems for 0.07, and the difference stays in the Steeze contract.',
    pointless:
      'The money is there, but the AP are not. Only a vouch brings them, 10 for each USDC, times the factor of the fan’s level.',
  },
  historyFrom: ({ firstBlock }) => firstBlock,
  names: (_, { usdc, vouches, steeze, fans }) => ({
    ...{ [usdc.address]: 'USDC contract', [vouches]: 'Vouch contract', [steeze]: 'Steeze contract' },
    ...Object.fromEntries(fans.map(({ name, address }) => [address, name])),
  }),

  async scene(lab, world) {
    const { usdc, fans, had } = world
    const spent = spentWays(lab, world)
    const waiting = fans.filter(({ address }) => !spent.has(address))
    const { steeze, ap } = sumOf(fans, spent)
    return {
      messages: waiting.map(({ name, amount, level, before }) => ({
        from: `${name}, ${level} (AP times ${Number(LEVELS[level]) / 10})`,
        text: `I have ${usdcText(amount * UNIT)} for you. ${before > 0n ? `I vouched for you with ${usdcText(before * UNIT)} before.` : 'I have never vouched for you.'}`,
      })),
      rows: [
        { label: 'USDC you got tonight', value: usdcText((await usdc.balance(lab.me)) - had), isExact: true },
        { label: 'Gifts to your side', value: `${steeze} Steeze`, isExact: true },
        { label: 'They redeem for', value: usdcText(steeze * TERMS.steezeValue), isExact: true },
        { label: 'Your AP', value: `${ap}`, isExact: true },
        { label: 'Answered', value: `${spent.size} of ${fans.length}` },
      ],
      moves:
        waiting.length === 0
          ? {}
          : {
              answer: {
                label: 'Answer a fan',
                submit: 'Send the answer',
                fields: {
                  fan: {
                    type: 'choice',
                    label: 'Fan',
                    options: waiting.map(({ name, amount }) => ({
                      value: name,
                      text: `${name}, ${usdcText(amount * UNIT)}`,
                    })),
                  },
                  way: {
                    type: 'choice',
                    label: 'How',
                    options: WAYS.map((way) => ({ value: way, text: WAY_TEXTS[way] })),
                  },
                },
                run: async (input) => {
                  const fan = fans.find(({ name }) => name === input.choice('fan'))
                  if (fan) world.answered = { fan, way: input.choice('way') as Way }
                },
              },
            },
    }
  },

  async beforeBlock(lab, world) {
    const { usdc, vouches, steeze, answered } = world
    if (!answered) return
    const { fan, way } = answered
    world.answered = undefined
    const value = fan.amount * UNIT
    if (way === 'tip') await usdc.transfer(fan.address, lab.me, value)
    else if (way === 'vouch')
      await lab.send(fan.address, { to: vouches, data: encode('vouch(address,uint256)', lab.me, value) })
    else await lab.send(fan.address, { to: steeze, data: encode('buySteeze(uint256)', value) })
  },

  async verdict(lab, world) {
    const { usdc, fans, least, had } = world
    const spent = spentWays(lab, world)
    if ([...spent.values()].includes('refused')) return { state: 'trapped', trap: 'refused' }
    if (spent.size < fans.length) return { state: 'open' }
    const { steeze, ap } = sumOf(fans, spent)
    if (steeze < least.steeze) return { state: 'trapped', trap: 'short' }
    if ((await usdc.balance(lab.me)) - had + steeze * TERMS.steezeValue < least.usdc)
      return { state: 'trapped', trap: 'costly' }
    return ap < least.ap ? { state: 'trapped', trap: 'pointless' } : { state: 'solved' }
  },
}

const WAY_TEXTS: Record<Way, string> = {
  tip: 'Tip: send me USDC',
  vouch: 'Vouch for me with USDC',
  gift: 'Buy Steeze and gift them to my side',
}

interface World {
  usdc: Usdc
  vouches: Hex
  steeze: Hex
  fans: readonly Fan[]
  least: Sum
  firstBlock: number
  /** USDC of earlier vouches, in millionths. */
  had: bigint
  /** An answer whose fan hasn't acted yet. */
  answered?: { fan: Fan; way: Way } | undefined
}

/** Returns how each fan's money was spent, by the fan's address, as the chain has it. */
function spentWays({ chain }: Lab, { usdc, vouches, fans, firstBlock }: World): ReadonlyMap<Hex, Way | 'refused'> {
  const receipts = chain.blocks.slice(firstBlock - 1).flatMap((block) => block.receipts)
  const ways = receipts
    .filter(({ tx }) => fans.some(({ address }) => address === tx.from))
    .map(({ tx, succeeded }) => {
      const way = tx.to === usdc.address ? 'tip' : tx.to === vouches ? 'vouch' : 'gift'
      return [tx.from, succeeded ? way : 'refused'] as const
    })
  return new Map(ways)
}

function sumOf(fans: readonly Fan[], ways: ReadonlyMap<Hex, Way | 'refused'>): Sum {
  const by = (way: Way) => fans.filter(({ address }) => ways.get(address) === way)
  const total = (some: readonly Fan[]) => some.reduce((sum, { amount }) => sum + amount, 0n)
  const steeze = total(by('gift')) * TERMS.steezePerUsdc
  return {
    steeze,
    usdc: (total(by('tip')) + total(by('vouch'))) * UNIT + steeze * TERMS.steezeValue,
    ap: by('vouch').reduce((sum, { amount, level }) => sum + (amount * TERMS.apPerUsdc * LEVELS[level]) / 10n, 0n),
  }
}

/** Returns the answers that bring enough Steeze, then the most USDC, then the most AP. */
export function bestAnswers(fans: readonly Fan[], steeze: bigint): ReadonlyMap<Hex, Way> {
  let all: ReadonlyMap<Hex, Way>[] = [new Map()]
  for (const { address, amount, before } of fans) {
    const open = WAYS.filter((way) => way !== 'vouch' || before + amount <= TERMS.vouchMax)
    all = all.flatMap((answers) => open.map((way) => new Map([...answers, [address, way]])))
  }
  const rated = all.map((answers) => ({ answers, ...sumOf(fans, answers) })).filter((each) => each.steeze >= steeze)
  const [first, ...rest] = rated
  if (!first) throw new Error('The fans can’t bring so many Steeze')
  return rest.reduce((a, b) => (b.usdc > a.usdc || (b.usdc === a.usdc && b.ap > a.ap) ? b : a), first).answers
}

async function setup(lab: Lab): Promise<World> {
  const bank = lab.account('bank')
  const levels = lab.shuffle('levels', ['Clout Chaser', 'Dedicated', 'Dedicated', 'Grinder', 'Grinder'] as const)
  const hasVouched = lab.shuffle('vouched', [true, true, false, false, false])
  const fans = NAMES.map((name, at): Fan => {
    const amount = BigInt(lab.draw(`amount ${name}`, 8, 20))
    // Less is left than there is to spend.
    const before = hasVouched[at] ? TERMS.vouchMax - amount + BigInt(lab.draw(`before ${name}`, 1, 7)) : 0n
    return { name, address: lab.account(name), level: levels[at] ?? 'Dedicated', amount, before }
  })
  for (const account of [bank, ...fans.map(({ address }) => address)]) await lab.chain.fund(account, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, bank)
  const vouches = await lab.deploy(bank, labBackingBytecode, usdc.address)
  const steeze = await lab.deploy(bank, labBackingBytecode, usdc.address)
  for (const { address, amount, before } of fans) {
    await usdc.mint(bank, address, (amount + before) * UNIT)
    for (const contract of [vouches, steeze]) await usdc.approve(address, contract, UNLIMITED)
  }
  await lab.chain.mine(2)
  for (const { address, before } of fans)
    if (before > 0n)
      await lab.send(address, { to: vouches, data: encode('vouch(address,uint256)', lab.me, before * UNIT) })
  const { number } = await lab.chain.mine(2)
  const needed = (fans[lab.draw('needed', 0, fans.length - 1)]?.amount ?? 0n) * TERMS.steezePerUsdc
  const best = sumOf(fans, bestAnswers(fans, needed))
  return {
    ...{ usdc, vouches, steeze, fans, least: { ...best, steeze: needed }, firstBlock: number + 1 },
    had: await usdc.balance(lab.me),
  }
}
