/** `npm start`: builds what changed, starts everything, prints its address, and stops it all on Ctrl-C. */
import { join } from 'node:path'
import { readEnv } from '../../server/src/env/env.ts'
import { OperatorError } from '../../server/src/platform/operator-error.ts'
import { tellFailure } from '../../server/src/tell-failure.ts'
import { buildWeb } from '../build/web-build.ts'
import { keepEarlierData } from '../earlier-data.ts'
import { chainEnv } from '../local-chain/chain-env.ts'
import {
  databaseToCome,
  dataDir,
  isLocal,
  localChain,
  localDatabase,
  localEnv,
  localPort,
  localSandbox,
  takeDataDir,
  wantsLocalChain,
  wantsLocalDatabase,
} from '../local-env.ts'
import { startProgressLine } from '../processes/progress-line.ts'
import { type LastingProcess, type ServerMessage, startServer } from '../processes/server-process.ts'
import { onStopRequest } from '../processes/signals.ts'
import { welcome, whyNoDemo } from '../welcome.ts'

const root = join(import.meta.dirname, '../..')
const DEMO = join(root, 'tools/demo/main.ts')
let demo: LastingProcess | undefined
/** Loads its modules while the demo is played. */
let server: LastingProcess | undefined
let onServer: (message: ServerMessage) => void = () => {}
/** Plays the creators' missing days, beside the server. */
let days: LastingProcess | undefined
let areDaysDue = false
let crowd: LastingProcess | undefined
let env: Record<string, string> = localEnv()
let stopDatabase = async () => {}
let stopChain = async () => {}
let stopSandbox = async () => {}
let isStopping = false

onStopRequest(
  () => void stop(),
  () => {
    demo?.kill()
    server?.kill()
    crowd?.kill()
    days?.kill()
    process.exit(1)
  },
)

try {
  // Reports a taken port, a wrong setting or a running Aura before any preparation.
  await localPort()
  const { demoData } = readEnv({ ...process.env, ...env, ...databaseToCome() })
  if (wantsLocalDatabase() && !(await keepEarlierData(dataDir()))) process.exit(1)
  takeDataDir()
  // Runs beside the other steps, which use one processor at a time.
  const build = buildWeb(root)
  await prepare()
  loadServer()
  await playDemo(demoData)
  await finishWeb(build)
  await serve()
} catch (error) {
  if (error instanceof OperatorError) tellFailure(error)
  else console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function prepare(): Promise<void> {
  const line = startProgressLine('[1/4] Database and local chain: starting')
  const prepared = await Promise.allSettled([prepareDatabase(), prepareChain(), prepareSandbox()])
  const failed = prepared.find((each) => each.status === 'rejected')
  if (failed) {
    line.end('[1/4] Database and local chain: failed')
    throw failed.reason
  }
  line.end(`[1/4] Database and local chain: running${wantsLocalChain() ? '' : ', the settings name another chain'}`)
}

async function prepareDatabase(): Promise<void> {
  const database = await localDatabase()
  stopDatabase = database.stop
  env = { ...env, ...database.env }
  void database.lost.then((reason) => {
    if (isStopping) return
    console.error(`The database stopped by itself: ${reason}`)
    void stop(1)
  })
}

/** Starts the sandbox before the demo, one of whose creators streams from it. */
async function prepareSandbox(): Promise<void> {
  const sandbox = await localSandbox(await localPort())
  stopSandbox = sandbox.stop
  env = { ...env, ...sandbox.env }
}

/** Starts the local chain with the contracts and test money. */
async function prepareChain(): Promise<void> {
  if (!wantsLocalChain()) return
  const chain = await localChain()
  stopChain = chain.stop
  env = { ...env, ...chainEnv(chain) }
}

async function finishWeb(building: ReturnType<typeof buildWeb>): Promise<void> {
  if (isStopping) return
  const line = startProgressLine('[3/4] Web app: building what changed')
  const build = await building
  if (build.state === 'failed') {
    line.end('[3/4] Web app: the build failed')
    throw new Error(build.output)
  }
  line.end(build.state === 'built' ? '[3/4] Web app: built' : '[3/4] Web app: unchanged since the last build')
}

/** Plays the demo's creators up to now: on the first start all of their days, later only today's battles. */
async function playDemo(isWanted: boolean): Promise<void> {
  if (isStopping) return
  const line = startProgressLine('[2/4] Demo: letting its creators live their days')
  if (!isWanted) return line.end(`[2/4] Demo: ${whyNoDemo(isLocal())}`)
  demo = startServer([DEMO], { ...env, ...demoDatabase() }, (message) => {
    if (message.type === 'progress') line.update(`[2/4] Demo: ${message.text}`)
    else if (message.type === 'days-later') areDaysDue = true
  })
  const { text, code } = await demo.ended
  if (isStopping) return
  line.end(code === 0 ? '[2/4] Demo: up to date' : `[2/4] Demo: failed (${text})`)
  if (code !== 0) process.exit(1)
}

/**
 * Returns the demo's database settings. On the bundled database its commits don't wait for the disk, because days lost
 * in a crash are played again.
 */
function demoDatabase(): Record<string, string> {
  if (!env.DATABASE_URL) return {}
  const url = new URL(env.DATABASE_URL)
  url.searchParams.set('options', '-c synchronous_commit=off')
  return { DATABASE_URL: url.href }
}

function loadServer(): void {
  if (isStopping) return
  server = startServer([join(root, 'tools/processes/loaded-server.ts')], env, (message) => onServer(message))
}

async function serve(): Promise<void> {
  // Only now, because another program may have taken a port while the demo was played.
  const port = await localPort()
  if (isStopping || !server) return
  const line = startProgressLine('[4/4] Server: starting')
  onServer = (message) => {
    if (isStopping) return
    if (message.type === 'progress') line.update(`[4/4] Server: ${message.text}`)
    else if (message.type === 'ready') {
      line.end('[4/4] Server: running')
      console.log(welcome(message.url, { isLocal: isLocal(), isXSandbox: !process.env.X_CLIENT_ID }))
      crowd = startCrowd(message.url)
      if (areDaysDue) days = startServer([DEMO, 'days'], { ...env, ...demoDatabase() }, () => {})
    }
  }
  server.send(String(port))
  const { text } = await server.ended
  if (isStopping) return
  line.end()
  console.error(`The server stopped by itself (${text}).`)
  process.exit(1)
}

/** Starts the demo's crowd, which needs a local chain to buy Steeze. */
function startCrowd(url: string): LastingProcess | undefined {
  const { RPC_URLS: rpcUrl, USDC_TOKEN: usdc, STEEZE_CONTRACT: steeze } = env
  if (process.env.DEMO_DATA === 'off' || !rpcUrl || !usdc || !steeze) return undefined
  const place = JSON.stringify({ url, rpcUrl, usdc, steeze })
  return startServer([join(root, 'tools/demo/crowd.ts'), place], env, () => {})
}

async function stop(code = 0): Promise<void> {
  isStopping = true
  await crowd?.stop()
  await days?.stop()
  await demo?.stop()
  await server?.stop()
  await stopChain()
  await stopSandbox()
  await stopDatabase()
  process.exit(code)
}
