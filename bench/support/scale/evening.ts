import { quantile } from '../figures.ts'
import { arrivals } from '../mixed/open-loop.ts'

/** Microseconds of CPU count for all requests of the action, which it sends at once. */
export interface ActionCost {
  name: string
  /** How often it happens, beside the others. */
  weight: number
  requests: number
  serverUs: number
  databaseUs: number
  /** Read from a replica if there is one. */
  mayLag: boolean
}

/** Cores: a server is one process on one core. Without `replicaCores` the primary answers everything. */
export interface Cores {
  servers: number
  primaryCores: number
  replicaCores: number
}

/** Extra reads of one kind from a moment on, as when a battle ends before its viewers. */
export interface Rush {
  cost: ActionCost
  perSecond: number
  fromS: number
  seconds: number
}

export interface EveningPlan {
  actions: readonly ActionCost[]
  perSecond: number
  seconds: number
  rushes: readonly Rush[]
  cores: Cores
  random: () => number
}

export interface Evening {
  p50Ms: number
  p99Ms: number
  /** Busy part of each pool's cores, from 0 to 1. */
  busy: Record<keyof Cores, number>
}

interface Request {
  action: number
  atMs: number
  serverMs: number
  databaseMs: number
  mayLag: boolean
}

const exponential = (mean: number, random: () => number) => -Math.log(1 - random()) * mean

/** Cores that serve one queue in order, each request on the first one that is free. */
function pool(cores: number) {
  const freeAtMs = new Float64Array(Math.max(1, cores))
  let workMs = 0
  return {
    workMs: () => workMs,
    /** Requests must come in the order of their moments. Returns when it ends. */
    serve(atMs: number, ms: number): number {
      let first = 0
      for (let i = 1; i < freeAtMs.length; i++) if ((freeAtMs[i] ?? 0) < (freeAtMs[first] ?? 0)) first = i
      const endMs = Math.max(atMs, freeAtMs[first] ?? 0) + ms
      freeAtMs[first] = endMs
      workMs += ms
      return endMs
    },
  }
}

/**
 * People act independently; each request waits for one of the servers, chosen at random as a proxy may, then for a core of
 * the database. How long it takes there varies around its measured mean as an exponential distribution does, which is wider
 * than what was measured. Returns how long actions last, to their last response.
 */
export function simulateEvening({ actions, perSecond, seconds, rushes, cores, random }: EveningPlan): Evening {
  const began: number[] = []
  const requests: Request[] = []
  const begin = ({ requests: count, serverUs, databaseUs, mayLag }: ActionCost, atMs: number) => {
    const action = began.push(atMs) - 1
    for (let i = 0; i < count; i++) {
      const serverMs = exponential(serverUs / count / 1_000, random)
      const databaseMs = exponential(databaseUs / count / 1_000, random)
      requests.push({ action, atMs, serverMs, databaseMs, mayLag })
    }
  }
  for (const atS of arrivals(perSecond, seconds, random)) begin(pick(actions, random), atS * 1_000)
  for (const { cost, perSecond: reads, fromS, seconds: lasts } of rushes)
    for (const atS of arrivals(reads, Math.min(lasts, seconds - fromS), random)) begin(cost, (fromS + atS) * 1_000)

  const servers = Array.from({ length: cores.servers }, () => pool(1))
  const primary = pool(cores.primaryCores)
  const replica = cores.replicaCores > 0 ? pool(cores.replicaCores) : primary
  requests.sort((a, b) => a.atMs - b.atMs)
  for (const request of requests) {
    const server = servers[Math.floor(random() * servers.length)]
    request.atMs = server?.serve(request.atMs, request.serverMs) ?? request.atMs
  }
  requests.sort((a, b) => a.atMs - b.atMs)
  const ended = Float64Array.from(began)
  for (const { action, atMs, databaseMs, mayLag } of requests)
    ended[action] = Math.max(ended[action] ?? 0, (mayLag ? replica : primary).serve(atMs, databaseMs))

  const ms = began.map((atMs, action) => (ended[action] ?? atMs) - atMs)
  const share = (workMs: number, count: number) => (count === 0 ? 0 : workMs / (count * seconds * 1_000))
  return {
    p50Ms: quantile(ms, 0.5),
    p99Ms: quantile(ms, 0.99),
    busy: {
      servers: share(
        servers.reduce((sum, server) => sum + server.workMs(), 0),
        cores.servers,
      ),
      primaryCores: share(primary.workMs(), cores.primaryCores),
      replicaCores: share(cores.replicaCores > 0 ? replica.workMs() : 0, cores.replicaCores),
    },
  }
}

function pick(actions: readonly ActionCost[], random: () => number): ActionCost {
  let left = random() * actions.reduce((sum, { weight }) => sum + weight, 0)
  const found = actions.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  return found ?? (actions[0] as ActionCost)
}

export interface Wanted {
  p99Ms: number
  /** No pool may be busier than this part. */
  busy: number
}

/** Adds a core to the busiest pool until the evening is as wanted. Throws after a thousand tries. */
export function coresFor(plan: Omit<EveningPlan, 'cores' | 'random'>, seed: () => () => number, wanted: Wanted) {
  const hasReplica = plan.actions.some(({ mayLag }) => mayLag)
  const cores: Cores = { servers: 1, primaryCores: 1, replicaCores: hasReplica ? 1 : 0 }
  for (let tries = 0; tries < 1_000; tries++) {
    const evening = simulateEvening({ ...plan, cores, random: seed() })
    const pools = Object.entries(evening.busy) as [keyof Cores, number][]
    const [busiest, busy] = pools.reduce((most, each) => (each[1] > most[1] ? each : most))
    if (evening.p99Ms <= wanted.p99Ms && busy <= wanted.busy) return { cores, evening }
    // As many as its work needs, at once: adding one by one would simulate a large evening hundreds of times.
    cores[busiest] = Math.max(cores[busiest] + 1, Math.ceil((cores[busiest] * busy) / wanted.busy))
  }
  throw new Error('no number of cores was enough in a thousand tries')
}
