import { labRedemptionBytecode } from '@aura/contracts/lab/redemption'
import { encode, type Hex, wordHex } from '../../bytes.ts'
import type { Kind, Row } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, usdcText } from '../../words.ts'

const UNIT = 10n ** BigInt(USDC_DECIMALS)
const FEE = 2n
/** Market price of a coin during the run, in percent. */
const MARKET = 88n
const MATURITY = 6 * DAY

/** Two stablecoins whose reserves take days to become cash while others redeem. The reports say which is sound. */
export const stablecoinRun: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'stablecoin-run',
  version: 1,
  setup,

  goal: (_, { target }) =>
    `You hold two stablecoins, and people run from both. Read the reports, and hold or redeem each: end with at least ${usdcText(target)}.`,
  solved: 'You judged the reserves and not the noise: what is cash now, what will be, and what never was.',
  traps: {
    'last-in-line':
      'Cash and bills never covered that coin: a loan to the issuer’s own firm was counted as if it were money. Whoever left first took the cash, and you shared the rest.',
    'needless-fee':
      'Cash and bills covered every one of those coins. The bills only needed days to become cash, and you paid a fee for hurrying.',
    'sold-low': 'You sold to a trader who read the same reports, and who now earns the difference.',
  },
  names: (_, { usdc, issuer, crowd, trader, coins }) => ({
    ...{ [usdc.address]: 'USDC contract', [issuer]: 'Issuer', [crowd]: 'other holders', [trader]: 'a trader' },
    ...Object.fromEntries(
      coins.flatMap(({ name, coin, desk }) => [
        [coin.address, name],
        [desk, `${name}, redemption`],
      ]),
    ),
  }),

  tokens: ({ coins }) => Object.fromEntries(coins.map(({ name, coin }) => [coin.address, name])),

  async scene(lab, { usdc, coins, trader, start }) {
    const isDue = lab.chain.time >= start + MATURITY
    const coin = {
      type: 'choice',
      label: 'Coin',
      options: coins.map(({ name }) => ({ value: name, text: name })),
    } as const
    const value = { type: 'amount', label: 'How many', unit: 'coins', decimals: USDC_DECIMALS } as const
    const chosen = (name: string) => coins.find((each) => each.name === name) ?? coins[0]
    const rows = await Promise.all(coins.map((each) => reportOf(lab, usdc, each, isDue)))
    return {
      messages: [
        { from: 'The group chat', text: 'It’s over, get out of both!!! Traders pay 0.88, tomorrow they pay nothing.' },
        {
          from: 'Both issuers',
          text: `Redeeming costs ${FEE} % until our bills are due, six days from the start. Then we pay one for one, or everybody the same share of what is there.`,
        },
      ],
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Since the start', value: durationText(lab.chain.time - start) },
        ...rows.flat(),
      ],
      moves: {
        ...(isDue && {
          settle: {
            label: 'Hand in all of one coin',
            site: 'issuers.example',
            submit: 'Continue',
            fields: { coin },
            run: (input) => lab.send(lab.me, { to: chosen(input.choice('coin')).desk, data: encode('settle()') }),
          },
        }),
        redeem: {
          label: `Redeem at a fee of ${FEE} %`,
          site: 'issuers.example',
          submit: 'Continue',
          seconds: DAY,
          fields: { coin, value },
          run: (input) =>
            lab.send(lab.me, {
              ...{ to: chosen(input.choice('coin')).desk, data: encode('redeem(uint256)', input.amount('value')) },
            }),
        },
        sell: {
          label: `Sell to a trader for ${MARKET} %`,
          submit: 'Continue',
          seconds: DAY,
          fields: { coin, value },
          run: async (input) => {
            const one = chosen(input.choice('coin'))
            const left = await one.coin.balance(lab.me)
            const sold = input.amount('value') < left ? input.amount('value') : left
            await one.coin.transfer(lab.me, trader, sold)
            await usdc.transfer(trader, lab.me, (sold * MARKET) / 100n)
          },
        },
        wait: { label: 'Wait two days', seconds: 2 * DAY },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, issuer, crowd, coins, start } = world
    const isDue = time >= start + MATURITY
    if (world.isPaid) return
    world.isPaid = isDue
    const day = Math.floor((lab.chain.time - start) / DAY)
    for (const { desk, bills, mine, name } of coins) {
      if (isDue) await usdc.transfer(issuer, desk, bills)
      // The others act at the same speed and redeem what the cash allows.
      const wanted = mine * BigInt(lab.draw(`run ${name} ${day}`, 2, 3))
      const payable = ((await usdc.balance(desk)) * 100n) / (100n - FEE)
      const value = wanted < payable ? wanted : payable
      if (value >= UNIT && !isDue) await lab.send(crowd, { to: desk, data: encode('redeem(uint256)', value) })
    }
  },

  async verdict(lab, { usdc, coins, trader, target }) {
    for (const { coin, desk, isSound } of coins) {
      if ((await coin.balance(trader)) > 0n) return { state: 'trapped', trap: 'sold-low' }
      for (const [handedIn, paid] of redemptionsOf(lab, desk)) {
        if (isSound && paid < handedIn) return { state: 'trapped', trap: 'needless-fee' }
        if (paid < (handedIn * (100n - FEE)) / 100n) return { state: 'trapped', trap: 'last-in-line' }
      }
    }
    return (await usdc.balance(lab.me)) >= target ? { state: 'solved' } : { state: 'open' }
  },
}

function redemptionsOf({ chain, me }: Lab, desk: Hex): (readonly [bigint, bigint])[] {
  const logs = chain.blocks.flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs))
  return logs
    .filter(({ address, topics }) => address === desk && topics[1] === wordHex(me))
    .map(({ data }) => [BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66)}`)])
}

interface Coin {
  name: string
  coin: Usdc
  desk: Hex
  mine: bigint
  total: bigint
  cash: bigint
  bills: bigint
  loan: bigint
  isSound: boolean
}

async function reportOf(
  lab: Lab,
  usdc: Usdc,
  { name, coin, desk, total, bills, loan }: Coin,
  isDue: boolean,
): Promise<Row[]> {
  const outstanding = total - (await coin.balance(desk))
  const line = (label: string, value: bigint, unit: string): Row => {
    return { label: `${name}: ${label}`, value: usdcText(value).replace('USDC', unit), isExact: true }
  }
  return [
    line('you hold', await coin.balance(lab.me), 'coins'),
    line('everybody holds', outstanding, 'coins'),
    line('reserve, cash', await usdc.balance(desk), 'USDC'),
    line('reserve, government bills', isDue ? 0n : bills, 'USDC'),
    line('reserve, loan to the issuer’s own trading firm', loan, 'USDC'),
  ]
}

async function setup(lab: Lab) {
  const [issuer, crowd, trader] = [lab.account('issuer'), lab.account('crowd'), lab.account('trader')]
  for (const account of [issuer, crowd, trader, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, issuer)
  const start = lab.chain.time + 14
  const deployCoin = async (name: string, isSound: boolean): Promise<Coin> => {
    const draw = (what: string, from: number, to: number) => BigInt(lab.draw(`${what} ${name}`, from, to))
    const mine = draw('mine', 500, 3000) * UNIT
    const total = mine * draw('total', 12, 20)
    // Both reports show a surplus over the coins; only the kinds of assets differ.
    const cash = (total * draw('cash', 30, 36)) / 100n
    const bills = isSound ? total + mine - cash : (total * draw('bills', 25, 35)) / 100n
    const loan = isSound ? total / 50n : total + mine - cash - bills
    const coin = await Usdc.deploy(lab, issuer)
    const desk = await lab.deploy(
      ...([issuer, labRedemptionBytecode, coin.address, usdc.address, BigInt(start + MATURITY), FEE] as const),
    )
    return { name, coin, desk, mine, total, cash, bills, loan, isSound }
  }
  const [first, second] = lab.shuffle('sound', [true, false])
  const coins = [await deployCoin('Alba', first ?? true), await deployCoin('Boreal', second ?? false)] as const
  for (const { coin, desk, mine, total, cash, bills } of coins) {
    await coin.mint(issuer, crowd, total - mine)
    await coin.mint(issuer, lab.me, mine)
    await usdc.mint(issuer, desk, cash)
    await usdc.mint(issuer, issuer, bills)
    for (const account of [crowd, lab.me]) await coin.approve(account, desk, UNLIMITED)
  }
  await usdc.mint(issuer, trader, 10_000n * UNIT)
  await lab.chain.mine(start - lab.chain.time)
  const worth = ({ mine, isSound }: Coin) => (isSound ? mine : (mine * (100n - FEE)) / 100n)
  return { usdc, coins, issuer, crowd, trader, start, target: worth(coins[0]) + worth(coins[1]), isPaid: false }
}
