import type { Hex } from '../../bytes.ts'
import type { Kind } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { usdcText } from '../../words.ts'

const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const
const CENT_OF_ETH = 10n ** 16n

/** Five addresses of one person, one of them public. Payments link three more to it; find the unlinked one. */
export const linkedAddresses: Kind<Awaited<ReturnType<typeof setup>>> = {
  id: 'linked-addresses',
  version: 2,
  rounds: 3,
  setup,

  goal: (_, { fee }) =>
    `A client pays ${usdcText(fee)} for a job that must not be tied to your name. You own five addresses. Read the list of transactions, and give the client the one that nobody can link to you.`,
  solved:
    'You followed each payment in both directions, as anyone can. The address stays apart only until you send something between it and the others.',
  traps: {
    public:
      'That address is on your tip page, next to your name. The client’s payment is now part of your public story.',
    linked:
      'A stranger gets from your tip page to that address by following payments. It takes one or more steps, and it works backwards too.',
  },
  historyFrom: ({ firstBlock }) => firstBlock,
  names: (_, { usdc, addresses, fans, exchange, client }) => ({
    ...{ [usdc.address]: 'USDC contract', [exchange]: 'An exchange', [client]: 'The client' },
    ...Object.fromEntries(fans.map((fan, place) => [fan, `Fan ${place + 1}`])),
    ...Object.fromEntries(addresses.map((address, place) => [address, `Address ${LETTERS[place]}`])),
  }),

  async scene(_, { usdc, addresses, named, client, fee }) {
    const letterOf = (address: Hex) => LETTERS[addresses.indexOf(address)] ?? ''
    return {
      messages: [
        { from: 'Your tip page', text: `Thank you! Tips go to address ${letterOf(named)}.` },
        { from: 'The client', text: 'Which address shall I pay? My accountant looks everybody up.' },
      ],
      rows: await Promise.all(
        addresses.map(async (address) => ({
          label: `Address ${letterOf(address)}${address === named ? ', public' : ''}`,
          value: usdcText(await usdc.balance(address)),
          isExact: true,
        })),
      ),
      moves: {
        give: {
          label: 'Give the client an address',
          submit: 'Give this one',
          fields: {
            address: {
              type: 'choice',
              label: 'Address',
              options: addresses.map((address) => ({
                value: address,
                text: `Address ${letterOf(address)}`,
                detail: address,
              })),
            },
          },
          run: (input) => usdc.transfer(client, input.choice('address') as Hex, fee),
        },
      },
    }
  },

  async verdict(_, { usdc, client, fee, before, addresses, named, apart }) {
    if ((await usdc.balance(client)) >= fee) return { state: 'open' }
    for (const [place, address] of addresses.entries()) {
      if ((await usdc.balance(address)) === before[place]) continue
      if (address === apart) return { state: 'solved' }
      return { state: 'trapped', trap: address === named ? 'public' : 'linked' }
    }
    return { state: 'open' }
  },
}

async function setup(lab: Lab) {
  const [bank, exchange, client] = [lab.account('bank'), lab.account('exchange'), lab.account('client')]
  const fans = [lab.account('fan 1'), lab.account('fan 2'), lab.account('fan 3')]
  const own = ['named', 'first', 'second', 'third', 'apart'].map((name) => lab.account(name))
  const [named, first, second, third, apart] = own as [Hex, Hex, Hex, Hex, Hex]
  for (const account of [bank, exchange, client, ...fans, named, second]) await lab.chain.fund(account, 10n ** 18n)
  const usdc = await Usdc.deploy(lab, bank)
  const fee = drawUsdc(lab, 'fee', 150, 400)
  await usdc.mint(bank, client, fee)
  for (const account of [...fans, second]) await usdc.mint(bank, account, drawUsdc(lab, account, 90, 400))
  const { number } = await lab.chain.mine(2)
  const give = (from: Hex, to: Hex) => lab.send(from, { to, value: BigInt(lab.draw(from + to, 1, 9)) * CENT_OF_ETH })
  const pay = (from: Hex, to: Hex, name: string) => usdc.transfer(from, to, drawUsdc(lab, name, 3, 60))
  // Two links start at the public address, the third at one of those. A fan or an exchange pays all of them.
  const payments: (() => Promise<void>)[] = [
    () => give(named, first),
    () => pay(second, first, 'to first'),
    () => give(second, third),
    () => give(exchange, apart),
    () => pay(fans[0] ?? client, named, 'tip 1'),
    () => pay(fans[1] ?? client, named, 'tip 2'),
    () => pay(fans[2] ?? client, apart, 'sale'),
    () => pay(fans[1] ?? client, third, 'sale 2'),
  ]
  for (const payment of lab.shuffle('payments', payments)) {
    await payment()
    await lab.chain.mine(2)
  }
  const addresses = lab.shuffle('letters', own)
  const before = await Promise.all(addresses.map((address) => usdc.balance(address)))
  return { usdc, addresses, named, apart, fans, exchange, client, fee, before, firstBlock: number + 1 }
}
