import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, USDC_DECIMALS, Usdc } from '../../usdc.ts'
import { DAY, durationText, usdcText } from '../../words.ts'

const PAYDAY = 30 * DAY
const END = 40 * DAY
const SUGGESTED = 999_999_999n * 10n ** BigInt(USDC_DECIMALS)

/** A free signature lets a thief spend. They submit it once there is something to take. */
export const permit: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'permit',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { price, wages }) =>
    `Buy the album for ${usdcText(price)} by signing a permit. In a month you are paid ${usdcText(wages)}: ten days later they must still be yours, with nothing left to take.`,
  solved: 'A permit is an approval that someone else hands in. You signed one for the price, and none for a stranger.',
  traps: {
    drained:
      'The “verification” was a permit for all your USDC. It cost you nothing to sign, and its holder waited until there was something to take.',
    'nothing-bought': 'Nobody robbed you, but you have no album.',
    'door-open': 'Your wages are there, but the shop may still take USDC from you. Permit the price and no more.',
  },
  names: (_, { usdc, shop, thief }) => ({
    [usdc.address]: 'USDC contract',
    [shop]: 'Record shop',
    [thief]: 'an unknown account',
  }),

  async scene(lab, world) {
    const { usdc, shop, thief, price, start } = world
    return {
      rows: [
        { label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true },
        { label: 'The shop may still take', value: usdcText(await usdc.allowance(lab.me, shop)), isExact: true },
        { label: 'Album', value: (await usdc.balance(shop)) >= price ? 'yours' : 'not bought' },
        { label: 'Your permits used', value: `${await usdc.nonce(lab.me)}`, isExact: true },
        { label: 'Since the start', value: durationText(lab.chain.time - start) },
      ],
      requests: world.hasAnsweredShop
        ? world.hasAnsweredThief
          ? {}
          : {
              verify: {
                from: 'usdc-verify.example',
                title: 'Verify your wallet',
                rows: [],
                onApprove: async () => {
                  world.stolen = await usdc.signPermit(thief, UNLIMITED)
                  world.hasAnsweredThief = true
                },
                onReject: async () => {
                  world.hasAnsweredThief = true
                },
              },
            }
        : {
            checkout: {
              from: 'recordshop.example',
              title: 'Pay by permit',
              rows: [{ label: 'Price of the album', value: usdcText(price), isExact: true }],
              fields: {
                value: {
                  type: 'amount',
                  label: 'Spending cap',
                  unit: 'USDC',
                  decimals: USDC_DECIMALS,
                  preset: SUGGESTED,
                },
              },
              onApprove: async (input) => {
                const { permit: signed, signature } = await usdc.signPermit(shop, input.amount('value'))
                world.hasAnsweredShop = true
                await usdc.permit(shop, signed, signature)
                if (signed.value >= price) await usdc.transferFrom(shop, lab.me, shop, price)
              },
              onReject: async () => {
                world.hasAnsweredShop = true
              },
            },
          },
      moves: {
        'wait-day': { label: 'Wait a day', seconds: DAY },
        'wait-week': { label: 'Wait ten days', seconds: 10 * DAY },
        void: {
          label: 'Use up your next permit yourself',
          run: async () => {
            const { permit: signed, signature } = await usdc.signPermit(lab.me, 0n)
            await usdc.permit(lab.me, signed, signature)
          },
        },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, bank, thief, wages, start, stolen } = world
    if (time >= start + PAYDAY && !world.isPaid) {
      world.isPaid = true
      await usdc.mint(bank, lab.me, wages)
    } else if (world.isPaid && stolen && !world.isHandedIn) {
      world.isHandedIn = true
      await usdc.permit(thief, stolen.permit, stolen.signature)
      await usdc.transferFrom(thief, lab.me, thief, await usdc.balance(lab.me))
    }
  },

  async verdict(lab, { usdc, shop, thief, price, start }) {
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: 'drained' }
    if (lab.chain.time < start + END) return { state: 'open' }
    if ((await usdc.balance(shop)) < price) return { state: 'trapped', trap: 'nothing-bought' }
    return (await usdc.allowance(lab.me, shop)) > 0n ? { state: 'trapped', trap: 'door-open' } : { state: 'solved' }
  },
}

async function setup(lab: Lab) {
  const [bank, shop, thief] = [lab.account('bank'), lab.account('shop'), lab.account('thief')]
  for (const account of [bank, shop, thief, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const [price, wages] = [drawUsdc(lab, 'price', 9, 25), drawUsdc(lab, 'wages', 400, 1200)]
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, price + drawUsdc(lab, 'spare', 1, 9))
  const { time: start } = await lab.chain.mine(2)
  return {
    ...{ usdc, bank, shop, thief, price, wages, start, isPaid: false, isHandedIn: false },
    ...{ hasAnsweredShop: false, hasAnsweredThief: false },
    stolen: undefined as Awaited<ReturnType<Usdc['signPermit']>> | undefined,
  }
}
