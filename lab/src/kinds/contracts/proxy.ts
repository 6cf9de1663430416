import { labProxyBytecode } from '@aura/contracts/lab/proxy'
import { labSavingsBytecode } from '@aura/contracts/lab/savings'
import { labSavingsStolenBytecode } from '@aura/contracts/lab/savings-stolen'
import { encode, type Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, shortAddress, usdcText } from '../../words.ts'

const BONUS_DAY = 10
const END_DAY = 20

/** Two savings boxes with the same code, behind proxies. Each owner may replace the code, one of them at once. */
export const proxy: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'proxy',
  version: 1,
  setup,

  goal: (_, { savings, bonus }) =>
    `Keep at least half of your ${usdcText(savings)} in a savings box on day ${BONUS_DAY}, and you get ${usdcText(bonus)}. Collect it, and have everything back on day ${END_DAY}.`,
  solved: 'You chose the box whose code can’t change overnight, and used the time the announcement gave you.',
  traps: {
    'at-once': 'The owner of that box could replace its code in one transaction, and did. Nobody could leave in time.',
    'too-late': 'The upgrade was announced two days ahead. The delay protects only those who watch for it.',
    'no-bonus': 'Your money is safe, but you saved nothing and have no bonus.',
  },
  names: (_, { usdc, quick, slow, owner }) => ({
    [usdc.address]: 'USDC contract',
    [quick]: 'Quick box',
    [slow]: 'Slow box',
    [owner]: 'Owner of both boxes',
  }),

  async scene(lab, { usdc, quick, slow, start, savings }) {
    const boxes = await Promise.all(
      [
        { name: 'Quick box', address: quick, delay: 'none' },
        { name: 'Slow box', address: slow, delay: '2 days' },
      ].map(async ({ name, address, delay }) => {
        const [code, readyAt, deposited] = await Promise.all([
          lab.chain.view(address, encode('code()')),
          lab.chain.view(address, encode('readyAt()')),
          lab.chain.view(address, encode('deposited(address)', lab.me)),
        ])
        const left = Number(readyAt) - lab.chain.time
        const announced = readyAt === 0n ? 'none announced' : left > 0 ? `announced, in ${durationText(left)}` : 'due'
        return [
          { label: `${name}, yours in it`, value: usdcText(deposited), isExact: true },
          {
            label: `${name}, its code`,
            value: shortAddress(`0x${code.toString(16).padStart(40, '0')}`),
            isExact: true,
          },
          { label: `${name}, notice before an upgrade`, value: `${delay}; ${announced}` },
        ]
      }),
    )
    const box = {
      type: 'choice' as const,
      label: 'Box',
      options: [
        { value: quick, text: 'Quick box', detail: 'The owner fixes bugs at once.' },
        { value: slow, text: 'Slow box', detail: 'Every upgrade is announced 2 days ahead.' },
      ],
    }
    return {
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'Day', value: `${Math.floor((lab.chain.time - start) / DAY)} of ${END_DAY}` },
        ...boxes.flat(),
      ],
      moves: {
        'wait-day': { label: 'Wait a day', seconds: DAY },
        deposit: {
          label: 'Deposit',
          site: 'savings.example',
          submit: 'Continue',
          fields: {
            box,
            amount: { type: 'amount', label: 'Amount', unit: 'USDC', decimals: USDC_DECIMALS, preset: savings },
          },
          run: async (input) => {
            const [to, amount] = [input.choice('box') as Hex, input.amount('amount')]
            await usdc.approve(lab.me, to, amount)
            await lab.send(lab.me, { to, data: encode('deposit(uint256)', amount) })
          },
        },
        withdraw: {
          label: 'Withdraw everything',
          site: 'savings.example',
          submit: 'Continue',
          fields: { box },
          run: async (input) => {
            const from = input.choice('box') as Hex
            const deposited = await lab.chain.view(from, encode('deposited(address)', lab.me))
            await lab.send(lab.me, { to: from, data: encode('withdraw(uint256)', deposited) })
          },
        },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, owner, bank, quick, slow, stolen, start, savings, bonus, announceDay } = world
    const day = Math.floor((time - start) / DAY)
    if (day >= BONUS_DAY && !world.isBonusDecided) {
      world.isBonusDecided = true
      const saved = await Promise.all(
        [quick, slow].map((box) => lab.chain.view(box, encode('deposited(address)', lab.me))),
      )
      if (saved.some((value) => value * 2n >= savings)) await usdc.mint(bank, lab.me, bonus)
    }
    if (day >= announceDay && !world.isAnnounced) {
      world.isAnnounced = true
      for (const box of [quick, slow]) await lab.send(owner, { to: box, data: encode('announce(address)', stolen) })
      await lab.send(owner, { to: quick, data: encode('upgrade()') })
      await lab.send(owner, { to: quick, data: encode('drain()') })
    }
    if (day >= announceDay + 2 && !world.isUpgraded) {
      world.isUpgraded = true
      await lab.send(owner, { to: slow, data: encode('upgrade()') })
      await lab.send(owner, { to: slow, data: encode('drain()') })
    }
  },

  async verdict(lab, { usdc, quick, slow, start, savings, bonus, isUpgraded, isAnnounced }) {
    const inside = (box: Hex) => lab.chain.view(box, encode('deposited(address)', lab.me))
    const [balance, inQuick, inSlow] = [await usdc.balance(lab.me), await inside(quick), await inside(slow)]
    if (isAnnounced && inQuick > 0n) return { state: 'trapped', trap: 'at-once' }
    if (isUpgraded && inSlow > 0n) return { state: 'trapped', trap: 'too-late' }
    if (lab.chain.time < start + END_DAY * DAY) return { state: 'open' }
    if (balance >= savings + bonus) return { state: 'solved' }
    // A withdrawal after the upgrade goes to the owner, so a missing amount means it was late.
    return { state: 'trapped', trap: balance < savings ? 'too-late' : 'no-bonus' }
  },
}

async function setup(lab: Lab) {
  const [bank, owner] = [lab.account('bank'), lab.account('owner')]
  for (const account of [bank, owner, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const [savings, bonus] = [drawUsdc(lab, 'savings', 300, 800), drawUsdc(lab, 'bonus', 20, 60)]
  const usdc = await Usdc.deploy(lab, bank)
  const code = await lab.deploy(owner, labSavingsBytecode)
  const stolen = await lab.deploy(owner, labSavingsStolenBytecode)
  const quick = await lab.deploy(owner, labProxyBytecode, code, owner, usdc.address, 0n)
  const slow = await lab.deploy(owner, labProxyBytecode, code, owner, usdc.address, BigInt(2 * DAY))
  await usdc.mint(bank, lab.me, savings)
  const { time: start } = await lab.chain.mine(2)
  return {
    ...{ usdc, bank, owner, quick, slow, stolen, savings, bonus, start },
    ...{ announceDay: lab.draw('announce', 12, 17), isBonusDecided: false, isAnnounced: false, isUpgraded: false },
  }
}
