import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { foundryProgram } from '../foundry.ts'
import { rpc } from './rpc.ts'

const START_LIMIT_MS = 30_000
const POLL_MS = 20

/** Historical states kept in memory. Blocks and events are all kept. */
const PAST_STATES = 1_000

export interface AnvilOptions {
  port: number
  chainId: number
  /** File of plain JSON that is loaded before anvil responds. */
  stateFile: string | null
}

export interface Anvil {
  child: ChildProcess
  /** Rejects with anvil's output if it exits first. */
  ready: Promise<void>
}

export function startAnvil({ port, chainId, stateFile }: AnvilOptions): Anvil {
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    // All blocks but the last two are final.
    ...['--slots-in-an-epoch', '1'],
    // Base verifies passkeys by a precompiled contract since then (EIP-7951).
    ...['--hardfork', 'osaka'],
    // No account is funded or known to the node.
    ...['--accounts', '0'],
    ...['--prune-history', String(PAST_STATES)],
    '--no-request-size-limit',
    '--quiet',
    ...(stateFile ? ['--load-state', stateFile] : []),
  ]
  const child = spawn(foundryProgram('anvil'), args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
    })
  }
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  child.once('exit', (code, signal) => {
    failure ??= new Error(`anvil ended (${signal ?? `exit code ${code}`})\n${said}`)
  })
  const untilReady = async () => {
    for (const endAtMs = Date.now() + START_LIMIT_MS; Date.now() < endAtMs; ) {
      if (failure) throw failure
      if (await isAnvil(`http://127.0.0.1:${port}`)) return
      await pause(POLL_MS)
    }
    child.kill('SIGKILL')
    throw new Error(`anvil did not answer within ${START_LIMIT_MS / 1_000} s\n${said}`)
  }
  return { child, ready: untilReady() }
}

export async function isAnvil(url: string): Promise<boolean> {
  try {
    return (await rpc<string>(url, 'web3_clientVersion')).startsWith('anvil/')
  } catch {
    return false
  }
}
