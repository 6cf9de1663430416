import { labGuardedAccountBytecode } from '@aura/contracts/lab/guarded-account'
import { encode, type Hex } from '../../bytes.ts'
import { TransactionRejected } from '../../chain.ts'
import type { Input, Kind, Message, Move, Row } from '../../kind.ts'
import type { Lab } from '../../lab.ts'
import { drawUsdc, Usdc } from '../../usdc.ts'
import { DAY, durationText, shortAddress, usdcText } from '../../words.ts'

const CANDIDATES = {
  ngozi: 'Ngozi, your sister',
  mateo: 'Mateo, from school',
  linh: 'Linh, who keeps your books',
  drawer: 'A hardware wallet in a drawer at home',
  tablet: 'The tablet in the bag with your phone',
  desk: 'A help desk that wrote to you',
} as const
type Name = keyof typeof CANDIDATES
const FRIENDS: readonly Name[] = ['ngozi', 'mateo', 'linh']
const NAMED = ['first', 'second', 'third'] as const

const ATTACK_DAY = 2
const LOSS_DAY = 6

/** Name guardians, stop a takeover while the key exists, and recover the account once it is lost. */
export const guardians: Kind<World> = {
  id: 'guardians',
  version: 2,
  rounds: 2,
  setup,

  goal: (_, { amount }) =>
    `Your account holds ${usdcText(amount)} and obeys one key, on your phone. Name three guardians, and how many of them may replace that key after a wait of two days. Somebody will try to take the account over, and one day your phone is gone. End with the account under the key of your new phone.`,
  solved:
    'Your guardians put the new key in place. Enough of them answered, and nobody could fool as many before you said stop.',
  traps: {
    taken:
      'Enough guardians had signed for a stranger’s key, and for two days nobody said stop. The wait helps only those who look.',
    'locked-out':
      'Your phone is gone, and fewer guardians answer than your rule asks for. People lose phones too, a tablet in the same bag goes with the bag, and a help desk that writes first helps itself.',
    'wrong-key':
      'Your guardians did as you said, and the key you named was a stranger’s. Make a new key on your own device only.',
  },
  names: (_, { usdc, account, people, thief, phone }) => ({
    ...{ [usdc.address]: 'USDC contract', [account]: 'Your account', [thief]: 'a stranger', [phone]: 'Your new phone' },
    ...Object.fromEntries(NAMES.map((name) => [people[name], CANDIDATES[name].split(',')[0] ?? name])),
  }),

  accounts: (lab, { phone }) => ({ [lab.me]: 'Key of your phone', [phone]: 'Key of your new phone' }),

  async scene(lab, world) {
    const { usdc, account, rule, isLost } = world
    const rows: Row[] = [
      { label: 'Your account holds', value: usdcText(await usdc.balance(account)), isExact: true },
      { label: 'It obeys', value: ownerText(world, await addressAt(lab, account, 'key()')) },
    ]
    if (!rule) return { rows, moves: { name: namingMove(lab, world) } }
    const tried = await signedForStranger(lab, world)
    rows.push(
      { label: 'Day', value: `${dayAt(lab.chain.time, world)}` },
      { label: 'Guardians it takes', value: `${rule.needed} of 3` },
      ...rule.names.map((name) => ({ label: CANDIDATES[name], value: answerText(world, name, tried > 0n) })),
      { label: 'Recovery', value: await recoveryText(lab, world, tried > 0n) },
    )
    return {
      rows,
      messages: isLost ? lossMessages(world) : [],
      moves: {
        ...(isLost ? recoveryMoves(lab, world, rule) : tried > 0n && { stop: stopMove(lab, world) }),
        wait: { label: 'Wait a day', seconds: DAY },
      },
    }
  },

  async beforeBlock(lab, world, time) {
    const { usdc, account, thief, people, rule } = world
    if (!rule) return
    const day = dayAt(time, world)
    if (day >= ATTACK_DAY && !world.fooled) {
      const friend = lab.shuffle('fooled', FRIENDS).find((name) => rule.names.includes(name))
      world.fooled = rule.names.filter((name) => name === friend || name === 'desk')
      for (const name of world.fooled) await lab.send(people[name], support(account, thief))
    }
    if (day >= LOSS_DAY) world.isLost = true
    const readyAt = Number(await lab.chain.view(account, encode('readyAt()')))
    const isTheirs = (await addressAt(lab, account, 'next()')) === thief
    if (readyAt > 0 && time >= readyAt && isTheirs) {
      await lab.send(thief, { to: account, data: encode('finish()') })
      const value = await usdc.balance(account)
      await lab.send(thief, { to: account, data: encode('pay(address,address,uint256)', usdc.address, thief, value) })
    }
  },

  async verdict(lab, { usdc, account, thief, phone, rule, silent, isLost }) {
    if ((await usdc.balance(thief)) > 0n) return { state: 'trapped', trap: isLost ? 'wrong-key' : 'taken' }
    if ((await addressAt(lab, account, 'key()')) === phone) return { state: 'solved' }
    if (!rule || !isLost) return { state: 'open' }
    const answering = rule.names.filter((name) => !silent.includes(name)).length
    return answering < rule.needed ? { state: 'trapped', trap: 'locked-out' } : { state: 'open' }
  },
}

const NAMES = Object.keys(CANDIDATES) as Name[]

interface Rule {
  names: readonly Name[]
  needed: number
  start: number
}

interface World {
  usdc: Usdc
  amount: bigint
  account: Hex
  people: Readonly<Record<Name, Hex>>
  thief: Hex
  phone: Hex
  rule?: Rule
  /** Guardians who signed for the stranger; set once the takeover was tried. */
  fooled?: readonly Name[]
  silent: readonly Name[]
  asked: Map<Name, string>
  isLost: boolean
}

const dayAt = (time: number, { rule }: World): number => (rule ? Math.floor((time - rule.start) / DAY) : 0)

async function addressAt({ chain }: Lab, account: Hex, call: string): Promise<Hex> {
  return `0x${(await chain.view(account, encode(call))).toString(16).padStart(40, '0')}`
}

const support = (to: Hex, key: Hex) => ({ to, data: encode('support(address)', key) })

function ownerText({ phone, thief, isLost }: World, key: Hex): string {
  if (key === phone) return 'the key of your new phone'
  if (key === thief) return 'a stranger’s key'
  return isLost ? 'a key that is gone' : 'the key of your phone'
}

function answerText({ asked, fooled = [], isLost }: World, name: Name, isTried: boolean): string {
  const answer = asked.get(name)
  if (answer) return answer
  return isTried && fooled.includes(name) && !isLost ? 'signed for a new key' : 'has not signed'
}

async function signedForStranger({ chain }: Lab, { account, thief }: World): Promise<bigint> {
  const round = await chain.view(account, encode('round()'))
  return chain.view(account, encode('signed(uint256,address)', round, thief))
}

async function recoveryText(lab: Lab, { account, thief, isLost }: World, isTried: boolean): Promise<string> {
  const readyAt = Number(await lab.chain.view(account, encode('readyAt()')))
  if (readyAt > 0) {
    const next = await addressAt(lab, account, 'next()')
    const left = readyAt - lab.chain.time
    return `to ${shortAddress(next)}, ${left > 0 ? `possible in ${durationText(left)}` : 'possible now'}`
  }
  return isTried && !isLost ? `too few have signed for ${shortAddress(thief)}` : 'none'
}

function namingMove(lab: Lab, world: World): Move {
  const options = NAMES.map((value) => ({ value, text: CANDIDATES[value] }))
  return {
    label: 'Name your guardians',
    submit: 'Continue',
    fields: {
      needed: {
        type: 'choice',
        label: 'How many of them replace your key?',
        options: ['1', '2', '3'].map((value) => ({ value, text: value })),
      },
      ...Object.fromEntries(
        NAMED.map((place) => [place, { type: 'choice', label: `The ${place} guardian`, options }] as const),
      ),
    },
    run: (input) => nameGuardians(lab, world, input),
  }
}

/** Names the guardians and draws who won't respond in the week that matters; the tablet is lost with the bag. */
async function nameGuardians(lab: Lab, world: World, input: Input): Promise<void> {
  const names = NAMED.map((place) => input.choice(place) as Name)
  const [a, b, c] = names.map((name) => world.people[name])
  if (!a || !b || !c || new Set(names).size < 3) throw new TransactionRejected('name three different guardians')
  const needed = Number(input.choice('needed'))
  const data = encode('name(address,address,address,uint256)', a, b, c, BigInt(needed))
  await lab.send(lab.me, { to: world.account, data, gas: 200_000n })
  const unlucky = lab.shuffle('unlucky', [...FRIENDS, 'drawer'] as const).find((name) => names.includes(name))
  world.silent = names.filter((name) => name === unlucky || name === 'tablet' || name === 'desk')
  world.rule = { names, needed, start: lab.chain.time }
}

const lossMessages = ({ phone, thief }: World): Message[] => [
  { from: 'Your new phone', text: `A key was made on this phone. Its address is ${phone}.` },
  {
    from: 'A page that you found',
    text: `Lost your key? We made you a safe one: ${thief}. Give it to your guardians.`,
  },
]

const stopMove = (lab: Lab, { account }: World): Move => ({
  label: 'Stop the recovery',
  run: () => lab.send(lab.me, { to: account, data: encode('stop()') }),
})

function recoveryMoves(lab: Lab, world: World, { names }: Rule): Record<string, Move> {
  const { account, phone, thief, people, silent, asked } = world
  const left = names.filter((name) => !asked.has(name))
  const ask: Move = {
    label: 'Ask a guardian to sign for a new key',
    submit: 'Ask',
    fields: {
      guardian: {
        type: 'choice',
        label: 'Guardian',
        options: left.map((value) => ({ value, text: CANDIDATES[value] })),
      },
      key: {
        type: 'choice',
        label: 'New key',
        options: lab.shuffle('keys', [
          { value: phone, text: 'The one of your new phone', detail: phone },
          { value: thief, text: 'The one of the page', detail: thief },
        ]),
      },
    },
    run: async (input) => {
      const name = input.choice('guardian') as Name
      asked.set(name, silent.includes(name) ? 'doesn’t answer' : 'signed for the key you named')
      if (!silent.includes(name)) await lab.send(people[name], support(account, input.choice('key') as Hex))
    },
  }
  return {
    ...(left.length > 0 && { ask }),
    finish: {
      label: 'Put the new key in place',
      run: async () => {
        const readyAt = Number(await lab.chain.view(account, encode('readyAt()')))
        if (readyAt === 0) throw new TransactionRejected('too few guardians have signed')
        if (lab.chain.time + 2 < readyAt) throw new TransactionRejected('the wait of two days is not over')
        await lab.send(phone, { to: account, data: encode('finish()') })
      },
    },
  }
}

async function setup(lab: Lab): Promise<World> {
  const [bank, thief, phone] = [lab.account('bank'), lab.account('thief'), lab.account('phone')]
  const people = Object.fromEntries(NAMES.map((name) => [name, lab.account(name)])) as Record<Name, Hex>
  for (const funded of [bank, thief, phone, lab.me, ...Object.values(people)]) await lab.chain.fund(funded, 10n ** 17n)
  const usdc = await Usdc.deploy(lab, bank)
  const account = await lab.deploy(bank, labGuardedAccountBytecode, lab.me)
  const amount = drawUsdc(lab, 'amount', 400, 4000)
  await usdc.mint(bank, account, amount)
  await lab.chain.mine(2)
  return { usdc, amount, account, people, thief, phone, silent: [], asked: new Map(), isLost: false }
}
