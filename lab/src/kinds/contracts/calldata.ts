import { encode } from '../../bytes.ts'
import type { Kind, Request } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, UNLIMITED, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

/** Five requests that the wallet shows as bytes only. One of them is the payment. */
export const calldata: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'calldata',
  version: 3,
  rounds: 3,
  setup,

  goal: (_, { price }) =>
    `Pay Linh ${usdcText(price)} for a poster. The wallet shows the calldata only: sign the request that does it, once, and no other.`,
  solved: 'You read a verb, a name and a number out of the bytes, and signed the one sentence you meant.',
  traps: {
    approval:
      'The name and the number were right, but the verb was 095ea7b3, approve. Nothing was paid: Linh may take the price later.',
    unlimited:
      'The verb was 095ea7b3, approve. Nothing was paid, and a stranger may now take every USDC you have or will have.',
    stranger: 'The verb and the number were right, but the 40 characters of the address are not Linh’s.',
    'too-much':
      'The verb and the address were right, but the number has a digit more. One hex digit more is sixteen times as much.',
    unpaid: 'You rejected all of them, and the one that paid Linh was among them.',
  },
  names: (_, { usdc, linh, thief }) => ({
    ...{ [usdc.address]: 'USDC contract', [linh]: 'Linh' },
    [thief]: 'a stranger',
  }),

  async scene(lab, { usdc, linh, price, requests, handled }) {
    return {
      messages: [
        { from: 'Linh', text: `My address is ${linh}.` },
        {
          from: 'Your notes',
          text: `${usdcText(price)} are ${price} millionths, which is ${price.toString(16)} in hex. a9059cbb is transfer, 095ea7b3 is approve.`,
        },
      ],
      rows: [{ label: 'Your USDC', value: usdcText(await usdc.balance(lab.me)), isExact: true }],
      requests: Object.fromEntries(
        requests.flatMap((data, place): [string, Request][] => {
          if (handled.has(place)) return []
          const finish = async () => void handled.add(place)
          return [
            [
              `request-${place + 1}`,
              {
                from: `posters.example, button ${place + 1}`,
                title: 'Pay for the poster',
                rows: [],
                isBlind: true,
                onApprove: async () => {
                  await lab.send(lab.me, { to: usdc.address, data })
                  await finish()
                },
                onReject: finish,
              },
            ],
          ]
        }),
      ),
      moves: {},
    }
  },

  async verdict(lab, { usdc, linh, thief, price, requests, handled }) {
    if ((await usdc.allowance(lab.me, thief)) > 0n) return { state: 'trapped', trap: 'unlimited' }
    if ((await usdc.allowance(lab.me, linh)) > 0n) return { state: 'trapped', trap: 'approval' }
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: 'stranger' }
    const paid = await usdc.balance(linh)
    if (paid > 0n) return paid === price ? { state: 'solved' } : { state: 'trapped', trap: 'too-much' }
    return handled.size === requests.length ? { state: 'trapped', trap: 'unpaid' } : { state: 'open' }
  },
}

async function setup(lab: Lab) {
  const [bank, linh] = [lab.account('bank'), lab.account('linh')]
  const thief = lab.lookalike('thief', linh)
  for (const account of [bank, lab.me]) await lab.chain.fund(account, 10n ** 17n)
  const price = drawUsdc(lab, 'price', 12, 60)
  const usdc = await Usdc.deploy(lab, bank)
  await usdc.mint(bank, lab.me, price * 20n)
  await lab.chain.mine(2)
  const requests = lab.shuffle('requests', [
    encode('transfer(address,uint256)', linh, price),
    encode('transfer(address,uint256)', linh, price * 16n),
    encode('transfer(address,uint256)', thief, price),
    encode('approve(address,uint256)', linh, price),
    encode('approve(address,uint256)', thief, UNLIMITED),
  ])
  return { usdc, linh, thief, price, requests, handled: new Set<number>() }
}
