import type { Action } from '@aura/lab/transcript'
import type { LabOrder, LabReply, LabSetup } from './lab.worker.ts'
import workerUrl from './lab.worker.ts?worker&url'

interface ScriptAddresses {
  createScriptURL(url: string): string
}

/** The Trusted Types API, missing from TypeScript's types. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptAddresses }
  | undefined

/** Longer than any lab takes on a slow phone. */
const HANGS_MS = 30_000

type LabState = Exclude<LabReply, { fault: string }>

/** A lab's chain, in a worker of its own. */
export class LabChain {
  private readonly setup: LabSetup
  private worker: Worker | undefined

  constructor(setup: LabSetup) {
    this.setup = setup
  }

  /** Throws if the actions are not of this lab, such as those of an earlier version. */
  open = (actions: readonly Action[]): Promise<LabState> => this.ask({ setup: this.setup, actions })
  act = (action: Action): Promise<LabState> => this.ask({ action })

  close(): void {
    this.worker?.terminate()
    this.worker = undefined
  }

  private ask(order: LabOrder): Promise<LabState> {
    this.worker ??= startWorker()
    const { worker } = this
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        clearTimeout(timer)
        this.close()
        reject(new Error(reason))
      }
      const timer = setTimeout(() => fail('the lab does not respond'), HANGS_MS)
      worker.onerror = ({ message }) => fail(message || 'the lab could not be loaded')
      worker.onmessage = ({ data }: MessageEvent<LabReply>) => {
        if ('fault' in data) return fail(data.fault)
        clearTimeout(timer)
        resolve(data)
      }
      worker.postMessage(order)
    })
  }
}

let policy: ScriptAddresses | undefined

/** With Trusted Types, a worker starts only from an address that a policy made. */
function startWorker(): Worker {
  const rules = { createScriptURL: () => workerUrl }
  if (typeof trustedTypes !== 'undefined') policy ??= trustedTypes.createPolicy('aura-lab', rules)
  return new Worker((policy ?? rules).createScriptURL(workerUrl), { type: 'module', name: 'lab' })
}
