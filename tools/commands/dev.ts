/** `npm run dev`: server and web app with live reload, on CHAIN=local only: others need https. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chainEnv } from '../local-chain/chain-env.ts'
import {
  type BroughtDatabase,
  isLocal,
  localChain,
  localDatabase,
  localEnv,
  localPort,
  localSandbox,
  takeDataDir,
  wantsLocalChain,
} from '../local-env.ts'
import { firstFreePort } from '../processes/free-port.ts'
import { packageBin } from '../processes/package-bin.ts'
import { type Ending, type LastingProcess, lastingProcess, startServer } from '../processes/server-process.ts'
import { onStopRequest } from '../processes/signals.ts'

const root = join(import.meta.dirname, '../..')
const processes: LastingProcess[] = []
let database: BroughtDatabase | undefined
let stopChain = async () => {}
let stopSandbox = async () => {}
let isStopping = false

onStopRequest(
  () => void stop(0),
  () => {
    for (const each of processes) each.kill()
    process.exit(1)
  },
)

try {
  if (!isLocal()) {
    throw new Error(
      `npm run dev serves http://localhost; CHAIN=${process.env.CHAIN} needs https. Set CHAIN=local, or run npm start`,
    )
  }
  const webPort = await localPort()
  const apiPort = await firstFreePort(webPort + 1, webPort + 20)
  if (apiPort === null) throw new Error(`No free port for the server after ${webPort}`)
  takeDataDir()
  const origin = `http://localhost:${webPort}`
  console.log(`Server on port ${apiPort}, web app on ${origin}. Ctrl-C stops both.`)
  const sandbox = await localSandbox(webPort)
  stopSandbox = sandbox.stop
  database = await localDatabase()
  void database.lost.then((reason) => complain('database', { text: reason, code: null }))
  const server = startDevServer(apiPort, origin, { ...database.env, ...(await prepareChain()), ...sandbox.env })
  const web = startVite(webPort, apiPort)
  processes.push(server, web)
  void server.ended.then((ending) => complain('server', ending))
  void web.ended.then((ending) => complain('web app', ending))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function prepareChain(): Promise<Record<string, string>> {
  if (!wantsLocalChain()) return {}
  const chain = await localChain()
  stopChain = chain.stop
  console.log(`Local chain: running at ${chain.rpcUrl}`)
  return chainEnv(chain)
}

function startDevServer(port: number, origin: string, env: Record<string, string>): LastingProcess {
  const args = ['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')]
  return startServer(args, { ...localEnv(), ...env, PORT: String(port), PUBLIC_URL: origin }, (message) => {
    if (message.type === 'progress') console.log(`Server: ${message.text}`)
    else if (message.type === 'ready') console.log(`Server: ready. Open ${origin}`)
  })
}

function startVite(port: number, apiPort: number): LastingProcess {
  const web = join(root, 'web')
  const vite = packageBin('vite', 'vite', join(web, 'package.json'))
  const child = spawn(process.execPath, [vite, '--port', String(port), '--strictPort', '--clearScreen', 'false'], {
    cwd: web,
    env: { ...process.env, AURA_API_URL: `http://127.0.0.1:${apiPort}` },
    stdio: 'inherit',
  })
  return lastingProcess(child)
}

function complain(name: string, ending: Ending): void {
  if (isStopping) return
  console.error(`The ${name} stopped by itself (${ending.text}).`)
  void stop(1)
}

async function stop(code: number): Promise<void> {
  isStopping = true
  await Promise.all(processes.map((each) => each.stop()))
  await stopChain()
  await stopSandbox()
  await database?.stop()
  process.exit(code)
}
